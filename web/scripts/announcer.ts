import type { Plugin } from 'vite';

/** The announcer of navigation is hidden by a class of ours: its static style would break `style-src 'self'`. */
export function announcer(): Plugin {
  return {
    name: 'announcer-without-style',
    enforce: 'pre',
    transform: {
      filter: { id: /@sveltejs\/kit\/.*\/root\.svelte$/ },
      handler(code) {
        const changed = code.replace(/(id="svelte-announcer"[^>]*?)\sstyle="[^"]*"/s, '$1 class="visually-hidden"');
        if (changed === code) throw new Error('SvelteKit hides its announcer in another way now');
        return changed;
      }
    }
  };
}
