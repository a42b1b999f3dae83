import { m } from '#words';

export const load = () => ({
  skips: [
    { to: 'prompt', text: m.skip_prompt() },
    { to: 'log', text: m.skip_log() }
  ]
});
