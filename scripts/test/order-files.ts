import { BaseSequencer } from 'vitest/node';

type Files = Parameters<BaseSequencer['sort']>[0];

/**
 * The slowest files; some of them wait for scaled timers. They start first, so that no core is idle at the end
 * while one of them still runs. Vitest orders by earlier durations, which a fresh clone does not have.
 */
export const LONG_FILES = [
  '/test/alterations/breakages/behaviour.test.ts',
  '/test/alterations/variants/variants.test.ts',
  '/test/client/reference/breakages.test.ts',
  '/test/alterations/breakages/vacuous.test.ts',
  '/test/rig/conformance.test.ts',
  '/test/conformance/run/suite.test.ts',
  '/test/cli/check-target.test.ts',
  '/test/scripts/generate/check.test.ts',
  '/test/recipes/check.test.ts',
  '/test/recipes/member.test.ts',
];

/** Starts long files first, and the tests of test/interop last: those fail when another project changes its tool. */
export class FileOrder extends BaseSequencer {
  override async sort(files: Files): Promise<Files> {
    return orderFiles(await super.sort(files));
  }
}

/** Moves long files to the front and the tests of test/interop to the end, and keeps the order of the others. */
export function orderFiles<File extends { readonly moduleId: string }>(files: readonly File[]): File[] {
  return files.toSorted((one, other) => rankOf(one) - rankOf(other));
}

function rankOf({ moduleId }: { readonly moduleId: string }): number {
  const long = LONG_FILES.findIndex((file) => moduleId.endsWith(file));
  if (long >= 0) return long;
  return moduleId.includes('/test/interop/') ? LONG_FILES.length + 1 : LONG_FILES.length;
}
