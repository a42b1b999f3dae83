import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

const framework = ['svelte', 'svelte/*', '@sveltejs/*', '$app/*', '#lib/*', '#words', '#words/*', '**/lib/**'];
const page = ['window', 'document', 'navigator', 'location', 'localStorage', 'sessionStorage', 'history'];

export default ts.config(
  { ignores: ['build/', 'client/', '.svelte-kit/', 'src/lib/words/', 'src/core/api/generated*'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } }
  },
  {
    rules: {
      'no-undef': 'off', // TypeScript knows better
      'svelte/no-at-html-tags': 'error', // texts of strangers are never markup
      'svelte/no-navigation-without-resolve': 'off', // the page is served at the root
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_$' }]
    }
  },
  {
    files: ['tests/**'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' } // it fails the test, which is what it should
  },
  {
    // What third parties take: no framework, nothing of a page.
    files: ['src/core/**/*.ts'],
    rules: {
      'no-restricted-imports': ['error', { patterns: [{ group: framework, message: 'core knows no framework' }] }],
      'no-restricted-globals': ['error', ...page.map((name) => ({ name, message: 'core knows no page' }))]
    }
  }
);
