import { existsSync } from 'node:fs';
import { SiteError } from '../finish/finish-site.ts';

/** The browser for measuring the portal. @throws SiteError if there is none */
export function findChromium(): string {
  const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium';
  if (existsSync(chromium)) return chromium;
  throw new SiteError(`${chromium} is not there; install Debian's chromium, or name one in CHROMIUM`);
}
