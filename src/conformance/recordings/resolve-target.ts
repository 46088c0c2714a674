import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** As many links as systems follow. */
const MOST_LINKS = 40;

/**
 * Returns the same path for every spelling of a file that exists or can be created: `d/x`, `d/../d/x`, and links to it, even if the file does
 * not exist yet. Links that lead in a circle are not followed to an end.
 */
export function resolveTarget(path: string, links = MOST_LINKS): string {
  try {
    return realpathSync(path);
  } catch {
    // A file that does not exist yet.
  }
  const folder = dirname(path);
  if (folder === path) return path;
  const here = join(resolveTarget(folder, links), basename(path));
  const next = links > 0 ? readLink(here) : undefined;
  return next === undefined ? here : resolveTarget(resolve(dirname(here), next), links - 1);
}

/** @returns undefined if the path is no link */
function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
