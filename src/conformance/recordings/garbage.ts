/** Garbage that may pile up before it is collected, in bytes of the text or the pieces that became garbage. */
const MOST_GARBAGE = 2 * 1024 * 1024;

/**
 * Called with a size in bytes, after about so much memory became garbage at once: a large event, or a piece of a large body. V8
 * would let such garbage grow to several times the memory in use. A library must leave the collecting to its host; a command
 * passes a function of `collectOften`.
 */
export type OnGarbage = (bytes: number) => void;

/**
 * Collects garbage after every few MiB of it.
 *
 * @param collect collects all garbage at once
 */
export function collectOften(collect: () => void): OnGarbage {
  let garbage = 0;
  return (bytes) => {
    garbage += bytes;
    if (garbage < MOST_GARBAGE) return;
    garbage = 0;
    collect();
  };
}
