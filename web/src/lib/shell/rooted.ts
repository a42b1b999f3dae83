/** The part of all addresses that a proxy puts before ours, such as `/cards`: the service writes it into the page. */
import { resolve } from '$app/paths';

const base = resolve('/').slice(0, -1);

/** Where the service is: its origin, and that part. */
export const home = location.origin + base;

/** An address of the page, as the browser has to write it. */
export const rooted = (address: string): string => base + address;

/** The path of an address, as the page writes it. */
export const within = (path: string): string => path.slice(base.length);

/** Links say `/m/...`: from now on each of them gets that part, whenever it appears or changes. */
export function rootLinks(): void {
  if (base === '') return;
  new MutationObserver(() => document.querySelectorAll('a[href^="/"]').forEach(put)).observe(document, {
    attributeFilter: ['href'],
    childList: true,
    subtree: true
  });
}

function put(link: Element): void {
  const address = link.getAttribute('href') ?? '';
  if (address !== base && !address.startsWith(`${base}/`)) link.setAttribute('href', rooted(address));
}
