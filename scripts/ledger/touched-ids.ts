import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Change } from '../test/change.ts';
import { repositoryRoot } from '../test/environment.ts';

/** Modules that export lists of checks, breakages or variants. */
const LISTS = /^src\/(conformance\/suite\/(cases|requests)|alterations)\/.*\.ts$/;
/** Ids of requirements, checks, breakages and variants, such as `usage.shape.blocking` or `A-80=may-grow`. */
const ID = /[A-Za-z][\w-]*(?:\.[\w-]+)+(?:\/[\w-]+)*|A-\d+=[\w-]+/g;

/**
 * The ids of the requirements, checks, breakages and variants that a change touches: those that changed modules export in lists, and those that
 * appear in or near changed lines. Other words that look like ids are included. What imports a changed module is not followed.
 */
export async function touchedIds({ files, text }: Change): Promise<ReadonlySet<string>> {
  const ids = new Set(text.match(ID) ?? []);
  const lists = files.filter((file) => LISTS.test(file)).map((file) => resolve(repositoryRoot, file));
  for (const module of lists.filter((file) => existsSync(file))) {
    const exported: object = await import(pathToFileURL(module).href);
    for (const item of Object.values(exported).flat()) if (typeof item?.id === 'string') ids.add(item.id);
  }
  return ids;
}
