import adapter from '@sveltejs/adapter-static';
import { sveltekit } from '@sveltejs/kit/vite';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { defineConfig } from 'vitest/config';
import { announcer } from './scripts/announcer.ts';
import { fontLicense } from './scripts/licenses.ts';
import { version } from './scripts/version.ts';
import { words } from './scripts/words.ts';

/** Where `npm run dev` finds a running service. */
const SERVICE = process.env['PLAYLEDGER_URL'] ?? 'http://127.0.0.1:8000';
const served = ['/v1', '/graphql', '/docs', '/problems'];

export default defineConfig({
  plugins: [
    announcer(),
    fontLicense(),
    paraglideVitePlugin({
      project: './project.inlang',
      outdir: './src/lib/words',
      emitTsDeclarations: true,
      strategy: ['localStorage', 'preferredLanguage', 'baseLocale']
    }),
    sveltekit({
      adapter: adapter({ fallback: 'index.html', precompress: true }),
      version: { name: version(), pollInterval: 30 * 60_000 },
      compilerOptions: { runes: true }
    }),
    words()
  ],
  server: { proxy: Object.fromEntries(served.map((path) => [path, { target: SERVICE, ws: true }])) },
  build: { assetsInlineLimit: 0, license: { fileName: 'licenses.txt' } },
  resolve: process.env['VITEST'] ? { conditions: ['browser'] } : {},
  test: {
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    setupFiles: ['./tests/setup.ts'],
    environment: 'jsdom'
  }
});
