import type { Random } from '../../scripts/test/random.ts';

type Mutator = (bytes: Buffer, random: Random, others: readonly Buffer[]) => Buffer;

/** Text that is likely to break a parser when it appears inside a stream. */
const SNIPPETS = [
  '\n',
  '\r',
  '\r\n',
  '\n\n',
  ':',
  '"',
  '\\',
  '\\u0000',
  '\\ud83d',
  '{',
  '}',
  '[',
  ']',
  ',',
  'null',
  'true',
  '-1',
  '1e999',
  '9007199254740993',
  '\0',
  '\x1b[2J',
  '\u2028',
  '\u202e',
  '\ufeff',
  '🗼',
  'data:',
  'event: ping\n',
  'event: message.start\ndata: {}\n\n',
  'id: 1\n',
  'retry: 0\n',
  '"__proto__":{"steps":[]},',
  '"constructor":null,',
  '"content":"x",',
  '"replace":true',
  '[[[[[[[[',
  '<script>',
  '"agent":{"task_id":""},',
].map((text) => Buffer.from(text));

const splice = (bytes: Buffer, start: number, removed: number, inserted: Buffer) =>
  Buffer.concat([bytes.subarray(0, start), inserted, bytes.subarray(start + removed)]);

const blocksOf = (bytes: Buffer) => bytes.toString('latin1').split(/(?<=\n\n)/);
const fromBlocks = (blocks: readonly string[]) => Buffer.from(blocks.join(''), 'latin1');

const MUTATORS: readonly Mutator[] = [
  function changeByte(bytes, random) {
    const changed = Buffer.from(bytes);
    changed[random.below(bytes.length)] = random.below(256);
    return changed;
  },
  (bytes, random) => splice(bytes, random.below(bytes.length), 1 + random.below(8), Buffer.alloc(0)),
  (bytes, random) => splice(bytes, random.below(bytes.length), 0, random.pick(SNIPPETS)),
  (bytes, random) => splice(bytes, random.below(bytes.length), random.below(40), random.pick(SNIPPETS)),
  (bytes, random) => bytes.subarray(0, random.below(bytes.length)),
  function repeatBlock(bytes, random) {
    const blocks = blocksOf(bytes);
    const block = random.pick(blocks);
    return fromBlocks(blocks.toSpliced(random.below(blocks.length), 0, block));
  },
  function dropBlock(bytes, random) {
    const blocks = blocksOf(bytes);
    return fromBlocks(blocks.toSpliced(random.below(blocks.length), 1));
  },
  function swapBlocks(bytes, random) {
    const blocks = blocksOf(bytes);
    const left = random.below(blocks.length);
    const right = random.below(blocks.length);
    return fromBlocks(blocks.with(left, blocks[right] ?? '').with(right, blocks[left] ?? ''));
  },
  (bytes, _, __) => Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'),
  (bytes, _, __) => Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r'), 'latin1'),
  (bytes, random, others) => {
    const other = random.pick(others);
    return Buffer.concat([
      bytes.subarray(0, random.below(bytes.length)),
      other.subarray(random.below(other.length)),
    ]);
  },
];

/** Applies one to four of the mutators to a stream. */
export function mutateStream(bytes: Buffer, random: Random, others: readonly Buffer[]): Buffer {
  let mutated = bytes;
  for (let left = 1 + random.below(4); left > 0 && mutated.length > 0; left--) {
    mutated = random.pick(MUTATORS)(mutated, random, others);
  }
  return mutated;
}
