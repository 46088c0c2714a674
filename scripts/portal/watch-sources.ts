import { watch } from 'node:fs';
import { join } from 'node:path';
import { prepareSite } from './build-site.ts';

/** What the pages are made from. */
const WATCHED = ['README.md', 'docs', 'generated', 'spec/examples', 'portal/elements'];
/** An editor writes a file in several steps. They become one change, in milliseconds. */
const PAUSE = 200;

/** Prepares the portal, and again whenever its sources change. Astro notices the pages that differ. */
export async function watchSources(root: string): Promise<void> {
  await prepareSite(root);
  let timer: ReturnType<typeof setTimeout> | undefined;
  for (const folder of WATCHED) {
    watch(join(root, folder), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(() => prepareSite(root).catch(console.error), PAUSE);
    });
  }
}
