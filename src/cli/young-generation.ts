import { collectOften, type OnGarbage } from '../conformance/recordings/garbage.ts';

/*
 * The flags of V8 apply to the whole process, including its threads. Only a command may set them, since the library runs in the
 * process of its host. The modules of Node are loaded when needed: loading them takes several milliseconds, a tenth of the time that
 * a check of a short stream takes.
 */

/** Keeps the heap for young objects from growing. The garbage of large events would make it grow to three times 16 MiB. */
const SLOW_YOUTH = '--semi-space-growth-factor=1';

/**
 * Keeps the memory of this process small when large events or bodies leave garbage behind.
 *
 * @param hasThreads whether the process starts threads, which then find the collector as `globalThis.gc`
 */
export function keepMemorySmall(hasThreads: boolean): OnGarbage {
  let collect = hasThreads ? exposeCollector() : undefined;
  let isSlow = false;
  return collectOften((options) => {
    collect ??= exposeCollector();
    const isFull = options === undefined;
    if (isFull && !isSlow) process.getBuiltinModule('node:v8').setFlagsFromString(SLOW_YOUTH);
    isSlow ||= isFull;
    if (isFull) collect();
    else collect(options);
  });
}

/** The flag may be set at any time. It adds the collector to the contexts and threads that are made afterwards. */
function exposeCollector(): (options?: { readonly type: 'minor' }) => void {
  process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc');
  return process.getBuiltinModule('node:vm').runInNewContext('gc');
}

/** Keeps the heap for young objects from growing, from the start on, for a command that reads each response of a target once. */
export function limitYoungGeneration(): void {
  process.getBuiltinModule('node:v8').setFlagsFromString(SLOW_YOUTH);
}
