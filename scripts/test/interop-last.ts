import { BaseSequencer } from 'vitest/node';

type Files = Parameters<BaseSequencer['sort']>[0];

/** Starts the tests of test/interop after all others: they are slow, and fail when somebody else's tool changes. */
export class InteropLast extends BaseSequencer {
  override async sort(files: Files): Promise<Files> {
    return putInteropLast(await super.sort(files));
  }
}

/** Keeps the order otherwise. */
export function putInteropLast<File extends { readonly moduleId: string }>(files: readonly File[]): File[] {
  const isInterop = ({ moduleId }: File): boolean => moduleId.includes('/test/interop/');
  return [...files.filter((file) => !isInterop(file)), ...files.filter(isInterop)];
}
