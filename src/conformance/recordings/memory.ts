/** What large events leave behind before it is collected, in bytes of their text. */
const LEFT_BEHIND = 2 * 1024 * 1024;

let left = 0;
let collect: (() => void) | undefined;

/**
 * Keeps the memory small where a stream has large events. Each leaves large strings behind, and V8 would let them grow to
 * several times what is in use before it collects them.
 *
 * @param bytes size of the large event that was just judged
 */
export function collectAfter(bytes: number): void {
  left += bytes;
  if (left < LEFT_BEHIND) return;
  left = 0;
  collect ??= exposeCollector();
  collect();
}

/** The collector is behind a flag, which may be set at any time, for contexts that are made after it. */
function exposeCollector(): () => void {
  process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc');
  return process.getBuiltinModule('node:vm').runInNewContext('gc') as () => void;
}

/**
 * Lets the heap of this process grow slowly, since what a target floods us with is read once and then garbage: without it, the
 * heap comes to several times what is in use. For a process of our own, from its start: it slows down what computes much.
 */
export function growSlowly(): void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--optimize-for-size');
}
