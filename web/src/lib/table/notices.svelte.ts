/** Notices of the system that it is somebody's move, for a tab that nobody sees. Asked for only by a click. */
import { keep, kept } from '#lib/shell/kept.ts';

const NAME = 'notices';
const isYes = (value: unknown): value is boolean => typeof value === 'boolean';

/** `impossible`: this browser has none, or not on such a connection; `refused`: somebody said no to the browser. */
export type Notices = 'on' | 'off' | 'refused' | 'impossible';

let wanted = $state(kept(NAME, false, isYes));
let allowed = $state.raw(permission());

/** How it stands with notices here. */
export function notices(): Notices {
  if (allowed === 'impossible') return 'impossible';
  if (allowed === 'denied') return 'refused';
  return wanted && allowed === 'granted' ? 'on' : 'off';
}

/** Switches notices on or off; the browser asks whether it may where nobody has said so. */
export async function setNotices(on: boolean): Promise<void> {
  if (on && permission() === 'default') await Notification.requestPermission();
  allowed = permission();
  wanted = on && allowed === 'granted';
  keep(NAME, wanted || undefined);
}

/** Tells once, if nobody looks at this tab; gives back what takes the notice away. */
export function notice(title: string, body: string, about: string): (() => void) | undefined {
  if (notices() !== 'on' || !document.hidden) return undefined;
  try {
    const shown = new Notification(title, { body, tag: about });
    const away = () => shown.close();
    shown.addEventListener('click', () => {
      window.focus();
      away();
    });
    document.addEventListener('visibilitychange', away, { once: true });
    return () => {
      document.removeEventListener('visibilitychange', away);
      away();
    };
  } catch {
    allowed = 'impossible'; // some browsers have notices for installed pages only
    return undefined;
  }
}

function permission(): NotificationPermission | 'impossible' {
  return 'Notification' in globalThis && globalThis.isSecureContext ? Notification.permission : 'impossible';
}
