/** Pieces kept for the next who needs one, largest use first. More than a few are never in use at once in one thread. */
const KEPT = 3;
const LARGEST_KEPT = 2 * 1024 * 1024;

const spares: Uint8Array<ArrayBuffer>[] = [];

/**
 * Memory of at least that size, with whatever is in it. Fresh memory of this size is mapped, filled and unmapped by the system
 * each time, which for a file of one stream costs as much as judging it.
 */
export function takeMemory(bytes: number): Uint8Array<ArrayBuffer> {
  const index = spares.findIndex(({ length }) => length >= bytes);
  return spares.splice(index, index < 0 ? 0 : 1)[0] ?? new Uint8Array(bytes);
}

/** Gives memory back that nobody refers to any longer. */
export function giveBack(memory: Uint8Array<ArrayBuffer>): void {
  if (spares.length < KEPT && memory.length <= LARGEST_KEPT) spares.push(memory);
}
