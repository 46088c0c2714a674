import { BaseSequencer } from 'vitest/node';

type Files = Parameters<BaseSequencer['sort']>[0];

/** The files that take minutes, most of it waiting. Started last, they would leave all other cores idle. */
const LONGEST = [
  'test/client/runtimes/leaks-elsewhere.test.ts',
  'test/peers/fastapi.test.ts',
  'test/peers/gohttp.test.ts',
];

/**
 * Starts files with their own process first, and of these the longest: the short ones keep all cores busy until the end. Files
 * that share processes follow each other, because a process is only kept for another file of its kind.
 */
export class FileOrder extends BaseSequencer {
  override async sort(files: Files): Promise<Files> {
    return longestFirst(await super.sort(files));
  }
}

interface File {
  readonly moduleId: string;
  readonly project: { readonly config: { readonly isolate: boolean } };
}

/** Keeps the order of files of the same kind. */
export function longestFirst<Each extends File>(files: readonly Each[]): Each[] {
  const rank = ({ moduleId, project }: File) => {
    const place = LONGEST.findIndex((name) => moduleId.endsWith(name));
    if (place >= 0) return place - LONGEST.length;
    return project.config.isolate ? 0 : 1;
  };
  return files.toSorted((one, other) => rank(one) - rank(other));
}
