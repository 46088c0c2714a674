import type { Shard } from '../conformance/files/shard.ts';
import { UsageError } from './arguments.ts';

/**
 * Reads `--shard`: `2/5` is the second of five parts.
 *
 * @throws UsageError
 */
export function readShard(text: string | undefined): Shard | undefined {
  if (text === undefined) return undefined;
  const [, index, count] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (shard.index >= 1 && shard.index <= shard.count) return shard;
  throw new UsageError(
    `--shard cannot be ${JSON.stringify(text.slice(0, 80))}; write I/N, such as 1/4 for the first of four parts`,
  );
}
