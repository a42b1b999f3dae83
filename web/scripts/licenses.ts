import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** The licence of the font, which no script imports: those of scripts are written by the build itself. */
export function fontLicense(): Plugin {
  return {
    name: 'font-license',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    generateBundle() {
      const source = readFileSync('node_modules/@fontsource-variable/inter/LICENSE', 'utf8');
      this.emitFile({ type: 'asset', fileName: 'license-of-the-font.txt', source });
    }
  };
}
