/** Whether an element is on the screen or not far from it: what costs much in a long list is drawn there alone. */
import type { Attachment } from 'svelte/attachments';

/** A screen more in each direction. */
const MARGIN = '100% 0px';
const owners = new WeakMap<Element, (near: boolean) => void>();
let observer: IntersectionObserver | undefined;

/** Tells `owner` whenever the element has come near or gone away. Where nobody can know, all is near. */
export function nearness(owner: (near: boolean) => void): Attachment {
  return (element) => {
    if (!('IntersectionObserver' in globalThis)) {
      owner(true);
      return;
    }
    observer ??= new IntersectionObserver(tell, { rootMargin: MARGIN });
    owners.set(element, owner);
    observer.observe(element);
    return () => observer?.unobserve(element);
  };
}

function tell(changes: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of changes) owners.get(target)?.(isIntersecting);
}
