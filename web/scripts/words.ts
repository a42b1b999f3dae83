import type { Plugin } from 'vite';

const ALL = /import\s*\{\s*m\s*\}\s*from\s*['"]#words['"];?/;
const ONE = /(?<![\w$.])m\.([a-z]\w*)/g;

/** Each part of the page brings the words that it says: through the index of all messages every page would load all. */
export function words(): Plugin {
  return {
    name: 'words-one-by-one',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { code: /#words['"]/ },
      handler(code) {
        if (!ALL.test(code)) return null;
        const said = new Set<string>();
        const changed = code.replace(ONE, (_, name: string) => `m_${said.add(name) && name}`);
        const imports = [...said].map((name) => `import { ${name} as m_${name} } from '#words/messages/${name}.js';`);
        return { code: changed.replace(ALL, imports.join(' ')), map: null };
      }
    }
  };
}
