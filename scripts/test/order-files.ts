import { BaseSequencer } from 'vitest/node';

type Files = Parameters<BaseSequencer['sort']>[0];

/**
 * The slowest files, first those that wait most, for scaled timers or for other programs: what computes runs beside them. They start first, so
 * that no core is idle at the end while one of them still runs. Vitest orders by earlier durations, which a fresh clone does not have.
 */
export const LONG_FILES = [
  '/test/alterations/families/families.test.ts',
  '/test/installed.test.ts',
  '/test/portal/portal.test.ts',
  '/test/recipes/check.test.ts',
  '/test/client/reference/breakages.test.ts',
  '/test/alterations/variants/variants.test.ts',
  '/test/alterations/breakages/behaviour.test.ts',
  '/test/fuzz/hostile-files.test.ts',
  '/test/interop/toolchains/npm-toolchains.test.ts',
  '/test/rig/conformance.test.ts',
  '/test/conformance/run/damage.test.ts',
  '/test/recipes/member.test.ts',
  '/test/scripts/generate/check.test.ts',
  '/test/cli/fleet-memory.test.ts',
  '/test/conformance/run/suite.test.ts',
  '/test/cli/check-target.test.ts',
  '/test/runtimes/command.test.ts',
  '/test/client/reference/variants.test.ts',
  '/test/host/host.test.ts',
  '/test/interop/typescript.test.ts',
  '/test/docs/readme-run.test.ts',
  '/test/alterations/breakages/vacuous.test.ts',
  '/test/docs/at-scale.test.ts',
  '/test/runners/guide.test.ts',
];

/**
 * Starts long files first. Files that share processes follow each other, because a process is kept only for a next file of its kind.
 * Short tests of test/interop come last: they fail when another project changes its tool.
 */
export class FileOrder extends BaseSequencer {
  override async sort(files: Files): Promise<Files> {
    const order = orderFiles(
      (await super.sort(files)).map((file) => ({
        file,
        moduleId: file.moduleId,
        isAlone: file.project.config.isolate,
      })),
    );
    return order.map(({ file }) => file);
  }
}

interface OrderedFile {
  readonly moduleId: string;
  /** Whether the file has a process of its own. */
  readonly isAlone: boolean;
}

/** Orders by kind, and keeps the order of files of the same kind. */
export function orderFiles<File extends OrderedFile>(files: readonly File[]): File[] {
  return files.toSorted((one, other) => rankOf(one) - rankOf(other));
}

function rankOf({ moduleId, isAlone }: OrderedFile): number {
  const long = LONG_FILES.findIndex((file) => moduleId.endsWith(file));
  if (long >= 0) return long;
  if (moduleId.includes('/test/interop/')) return LONG_FILES.length + 2;
  return LONG_FILES.length + (isAlone ? 0 : 1);
}
