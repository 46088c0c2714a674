import { collectOften, type OnGarbage } from '../conformance/recordings/garbage.ts';

/*
 * The flags of V8 count for the whole process, its threads included. Only a command may set them, never the library, which is a
 * guest in the process of somebody else. Node's modules are loaded when they are needed: loading them takes a tenth of the time
 * in which a short stream is judged.
 */

/**
 * Keeps the memory of this process small where large events or bodies leave garbage behind.
 *
 * @param hasThreads whether the process starts threads, which then find the collector as `globalThis.gc`
 */
export function keepMemorySmall(hasThreads: boolean): OnGarbage {
  let collect = hasThreads ? exposeCollector() : undefined;
  return collectOften(() => {
    collect ??= exposeCollector();
    collect();
  });
}

/** The flag may be set at any time. It adds the collector to the contexts and threads that are made afterwards. */
function exposeCollector(): () => void {
  process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc');
  return process.getBuiltinModule('node:vm').runInNewContext('gc') as () => void;
}

/**
 * Lets the heap of this process grow slowly. What a target sends is read once and then garbage, and a flood of it would grow the
 * heap to several times the memory in use. Call it when the process starts. It slows down code that computes much.
 */
export function growSlowly(): void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--optimize-for-size');
}
