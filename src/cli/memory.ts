import type { Remembering } from './history-file.ts';
import { type DatedList, readKnownFailuresFile } from './known-failures.ts';
import { ensurePlaces, type ReportPlace } from './reporters.ts';

/** What is known from before a run: the list of `--known-failures`, and the runs of `--remember`. */
export interface Memory {
  readonly knownFailures: DatedList | undefined;
  readonly remembering: Remembering | undefined;
}

/**
 * Reads both files before anything runs. The history says how often the flaky entries of the list were violated.
 *
 * @throws UsageError, KnownFailuresError, HistoryError
 */
export async function readMemory({
  knownFailures: file,
  remember,
}: {
  readonly knownFailures: string | undefined;
  readonly remember: string | undefined;
}): Promise<Memory> {
  const list = file === undefined ? undefined : readKnownFailuresFile(file);
  if (remember === undefined) return { knownFailures: list, remembering: undefined };
  const { readHistoryFile } = await import('./history-file.ts');
  const { earlierRuns } = await import('../conformance/report/history/history.ts');
  const earlier = earlierRuns(readHistoryFile(remember));
  return {
    knownFailures: list && { ...list, earlier },
    remembering: { file: remember, entries: list?.entries ?? [] },
  };
}

/** @throws OutputError when the history cannot be written, or would replace a report or the list of known failures */
export async function ensureMemory(
  remembering: Remembering | undefined,
  {
    places,
    knownFailures,
  }: { readonly places: readonly ReportPlace[]; readonly knownFailures: string | undefined },
): Promise<void> {
  if (!remembering) return;
  const others = [
    ...places.flatMap(({ file }) => file ?? []),
    ...(knownFailures === undefined ? [] : [knownFailures]),
  ];
  await ensurePlaces([{ reporter: 'json', file: remembering.file }], others);
}
