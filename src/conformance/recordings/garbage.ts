/** Garbage that may pile up before it is collected, in bytes of the text or the pieces that became garbage. */
const MOST_GARBAGE = 2 * 1024 * 1024;

/** Unpacked pieces that may pile up before they are collected, in bytes. */
const MOST_PIECES = 2 * 1024 * 1024;

/**
 * Called with a size in bytes, after about so much memory became garbage at once: a large event, or a piece of a large body. V8
 * would let such garbage grow to several times the memory in use. A library must leave the collecting to its host; a command
 * passes a function of `collectOften`.
 *
 * @param kind `pieces` for pieces of unpacked data: they are young, so that a short collection frees them
 */
export type OnGarbage = (bytes: number, kind?: 'pieces') => void;

/**
 * Collects garbage after every few MiB of it.
 *
 * @param collect collects all garbage at once, or only what is young
 */
export function collectOften(collect: (options?: { readonly type: 'minor' }) => unknown): OnGarbage {
  let garbage = 0;
  let pieces = 0;
  return (bytes, kind) => {
    if (kind === 'pieces') pieces += bytes;
    else garbage += bytes;
    if (garbage >= MOST_GARBAGE) {
      garbage = 0;
      pieces = 0;
      collect();
    } else if (pieces >= MOST_PIECES) {
      pieces = 0;
      collect({ type: 'minor' });
    }
  };
}
