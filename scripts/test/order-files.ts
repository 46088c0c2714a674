import { BaseSequencer } from 'vitest/node';

type Files = Parameters<BaseSequencer['sort']>[0];

/**
 * Starts files that have a process of their own first: the long ones are among them, and the short ones keep all cores busy until the
 * end. Files that share processes follow each other, because a process is kept only for a next file of its kind.
 */
export class FileOrder extends BaseSequencer {
  override async sort(files: Files): Promise<Files> {
    return aloneFirst(await super.sort(files));
  }
}

/** Keeps the order of files of the same kind. */
export function aloneFirst<File extends { readonly project: { readonly config: { isolate: boolean } } }>(
  files: readonly File[],
): File[] {
  const rank = ({ project }: File) => (project.config.isolate ? 0 : 1);
  return files.toSorted((one, other) => rank(one) - rank(other));
}
