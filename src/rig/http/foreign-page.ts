import { isLoopback } from '../../loopback/index.ts';

/**
 * Whether a request comes from a web page of another site. Browsers send the origin of the page, and the programs that the
 * rig is made for send none.
 */
export function isFromForeignPage(origin: string | undefined): boolean {
  if (origin === undefined) return false;
  const url = URL.parse(origin);
  return !url || !isLoopback(url.hostname);
}
