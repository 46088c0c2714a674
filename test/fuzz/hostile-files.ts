import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Random, seededRandom } from '../../scripts/test/random.ts';
import { type Measured, spawnMeasured } from '../bench/spawn-measured.ts';
import { FAMILIES, type Format, type Part, SOUND } from './files/families.ts';
import { PACKERS, type Packer, pack, writeParts } from './files/write-file.ts';

export interface FileSoak {
  /** Approximate size of each file before it is compressed. */
  readonly bytes: number;
  /** Maximum number of damaged files of each format. */
  readonly damaged: number;
  readonly seed: number;
  /** No damaged file starts after this time, in milliseconds since the epoch; unlimited by default. */
  readonly until?: number;
}

export interface FileTally {
  readonly files: number;
  /** Number of files by the exit code of the command. */
  readonly exits: Readonly<Record<string, number>>;
  /** Highest resident memory in MiB, with the file that caused it. */
  readonly peak: Extreme;
  /** Most processor time per MiB of the uncompressed file, in seconds, with the file. */
  readonly slowest: Extreme;
}

interface Extreme {
  readonly amount: number;
  readonly file: string;
}

/** In MiB. */
const MOST_MEMORY = 120;
/** In MiB. A zstd decoder also needs a window of 8 MiB, and as much again for its output. */
const WINDOW = { zstd: 16 };
/** Processor time in seconds: a part for the start, and a part for each MiB. Time that grows with the square of the size exceeds it. */
const MOST_TIME = { start: 2, each: 0.5 };
/** Only ends a command that hangs. */
const PATIENCE = 600_000;
const MEBIBYTE = 1024 * 1024;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FORMATS = Object.keys(FAMILIES) as Format[];
const PACKINGS = [undefined, ...(Object.keys(PACKERS) as Packer[])];

/**
 * Judges hostile and damaged files with the built command, each also compressed in all ways. A file may be refused or have any verdict, but only a
 * damaged one may be conformant, and none may take more memory or time than the limits. The formats take turns. All hostile files are judged,
 * however long that takes.
 */
export async function soakFiles(soak: FileSoak): Promise<{
  readonly tallies: Readonly<Record<Format, FileTally>>;
  readonly problems: readonly string[];
}> {
  const { until = Number.POSITIVE_INFINITY } = soak;
  const folder = mkdtempSync(join(tmpdir(), 'conversation-api-files-'));
  const problems: string[] = [];
  const tallies = { sse: new Tally(), recording: new Tally(), har: new Tally() };
  try {
    for (const file of inTurn(FORMATS.map((format) => filesOf(format, soak)))) {
      if (file.isDamaged && Date.now() > until) continue;
      await judgePacked(join(folder, 'file'), file, tallies[file.format], problems);
    }
    return { tallies, problems };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface HostileFile {
  readonly format: Format;
  readonly name: string;
  readonly parts: readonly Part[] | Buffer;
  readonly isDamaged: boolean;
}

function* filesOf(format: Format, { bytes, damaged, seed }: FileSoak): Generator<HostileFile> {
  for (const [name, family] of Object.entries(FAMILIES[format]))
    yield { format, name, parts: family(bytes), isDamaged: false };
  for (let number = seed; number < seed + damaged; number += 1)
    yield {
      format,
      name: `damaged with seed ${number}`,
      parts: damage(SOUND[format], seededRandom(number)),
      isDamaged: true,
    };
}

/** Yields the first item of each list, then the second of each, and so on. */
function* inTurn<Item>(lists: readonly Iterable<Item>[]): Generator<Item> {
  let iterators = lists.map((list) => list[Symbol.iterator]());
  while (iterators.length > 0) {
    const results = iterators.map((iterator) => iterator.next());
    for (const result of results) if (!result.done) yield result.value;
    iterators = iterators.filter((_, index) => !results[index]?.done);
  }
}

/** Cuts a sound file, or flips some of its bits. */
function damage(text: string, random: Random): Buffer {
  const bytes = Buffer.from(text);
  if (random.below(3) === 0) return bytes.subarray(0, random.below(bytes.length));
  for (let flips = 1 + random.below(8); flips > 0; flips -= 1) {
    const at = random.below(bytes.length);
    bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << random.below(8)), at);
  }
  return bytes;
}

async function judgePacked(
  path: string,
  { format, name, parts, isDamaged }: HostileFile,
  tally: Tally,
  problems: string[],
): Promise<void> {
  const mayConform = isDamaged || name === 'sound entries';
  await writeParts(path, parts);
  const mebibytes = statSync(path).size / MEBIBYTE;
  for (const packer of PACKINGS) {
    const file = packer === undefined ? path : `${path}.packed`;
    const shown = `${format}, ${name}${packer === undefined ? '' : `, packed with ${packer}`}`;
    if (packer !== undefined) await pack(path, file, packer);
    const run = await spawnMeasured(['dist/bin/conversation-api.cjs', 'check', file, '--format', format], {
      cwd: ROOT,
      timeout: PATIENCE,
    }).ended;
    tally.add(shown, run, mebibytes);
    for (const problem of problemsOf(run, { size: mebibytes, packer, mayConform }))
      problems.push(`${shown}: ${problem}`);
  }
}

interface Judged {
  /** MiB of the file before compression. */
  readonly size: number;
  readonly packer: string | undefined;
  readonly mayConform: boolean;
}

function* problemsOf(
  { code, stderr, mebibytes, seconds }: Measured,
  { size, packer, mayConform }: Judged,
): Generator<string> {
  if (code === null || code > 3) yield `the command ended with ${code}: ${stderr.slice(0, 500)}`;
  if (code === 0 && !mayConform) yield 'it is conformant';
  if (code === 2 && !/^conversation-api: .+\n$/.test(stderr))
    yield `it is refused with ${stderr.slice(0, 500)}`;
  if (mebibytes > MOST_MEMORY + (packer === 'zstd' ? WINDOW.zstd : 0))
    yield `it takes ${mebibytes.toFixed(0)} MiB`;
  if (seconds > MOST_TIME.start + size * MOST_TIME.each)
    yield `it takes ${seconds.toFixed(1)} s of the processor for ${size.toFixed(1)} MiB`;
}

class Tally implements FileTally {
  files = 0;
  readonly exits: Record<string, number> = {};
  peak: Extreme = { amount: 0, file: '' };
  slowest: Extreme = { amount: 0, file: '' };

  add(file: string, { code, mebibytes, seconds }: Measured, size: number): void {
    this.files += 1;
    this.exits[`${code}`] = (this.exits[`${code}`] ?? 0) + 1;
    if (mebibytes > this.peak.amount) this.peak = { amount: mebibytes, file };
    const each = seconds / Math.max(size, 1);
    if (each > this.slowest.amount) this.slowest = { amount: each, file };
  }
}
