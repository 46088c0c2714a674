/** Drives the Chromium of this machine. */
export { type Browser, chromium, type Page } from 'playwright-core';

/** The path on Debian, unless `CHROMIUM` names another one. */
export const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium';
