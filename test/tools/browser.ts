/** Drives the Chromium of this machine. */
export { type Browser, chromium, type Page } from 'playwright-core';

/** Where Debian puts it, unless `CHROMIUM` names another place. */
export const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium';
