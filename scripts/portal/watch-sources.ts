import { watch } from 'node:fs';
import { join } from 'node:path';
import { prepareSite } from './build-site.ts';

/** The sources of the pages. */
const WATCHED = ['README.md', 'docs', 'generated', 'spec/examples', 'portal/elements'];
/** An editor writes a file in several steps. Changes within this time count as one, in milliseconds. */
const PAUSE = 200;

/** Prepares the portal, and again whenever its sources change. Astro detects the changed pages. */
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
