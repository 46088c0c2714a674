import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Random, seededRandom } from '../../scripts/test/random.ts';
import { FAMILIES, type Format, type Part, SOUND } from './files/families.ts';

export interface FileSoak {
  /** Size of each file before it is packed, about. */
  readonly bytes: number;
  /** Damaged files of each format. */
  readonly damaged: number;
  readonly seed: number;
  /** Latest end, in milliseconds since the epoch; unlimited by default. */
  readonly until?: number;
}

export interface FileTally {
  readonly files: number;
  /** Number of files by the exit code of the command. */
  readonly exits: Readonly<Record<string, number>>;
  /** Highest resident memory, in MiB, with the file that took it. */
  readonly peak: { readonly mebibytes: number; readonly file: string };
  /** Longest run in seconds, with its file. */
  readonly longest: { readonly seconds: number; readonly file: string };
}

/** MiB. */
const MOST_MEMORY = 120;
const BLOCK = 256 * 1024;
/** It only ends a command that hangs. */
const PATIENCE = 600_000;
const ROOT = new URL('../..', import.meta.url);
const FORMATS = Object.keys(FAMILIES) as Format[];

/**
 * Judges hostile and damaged files with the built command, each also packed. A file may be refused or have any verdict, but only a damaged
 * one may be conformant, and none may take more memory than the limit.
 */
export async function soakFiles(soak: FileSoak): Promise<{
  readonly tallies: Readonly<Record<Format, FileTally>>;
  readonly problems: readonly string[];
}> {
  const { until = Number.POSITIVE_INFINITY } = soak;
  const folder = mkdtempSync(join(tmpdir(), 'conversation-api-files-'));
  const problems: string[] = [];
  const tallies: Partial<Record<Format, FileTally>> = {};
  try {
    for (const format of FORMATS) {
      const tally = new Tally();
      for (const { name, parts, mayConform } of filesOf(format, soak)) {
        if (Date.now() > until) problems.push(`${format}, ${name}: there was no time for it`);
        else await judgeBoth(join(folder, 'file'), { name, parts, mayConform, format }, tally, problems);
      }
      tallies[format] = tally;
    }
    return { tallies: tallies as Record<Format, FileTally>, problems };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface HostileFile {
  readonly name: string;
  readonly parts: readonly Part[] | Buffer;
  readonly mayConform: boolean;
}

function* filesOf(format: Format, { bytes, damaged, seed }: FileSoak): Generator<HostileFile> {
  for (const [name, family] of Object.entries(FAMILIES[format]))
    yield { name, parts: family(bytes), mayConform: name === 'sound entries' };
  for (let number = seed; number < seed + damaged; number += 1)
    yield {
      name: `damaged with seed ${number}`,
      parts: damage(SOUND[format], seededRandom(number)),
      mayConform: true,
    };
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

async function judgeBoth(
  path: string,
  { name, parts, mayConform, format }: HostileFile & { readonly format: Format },
  tally: Tally,
  problems: string[],
): Promise<void> {
  await pipeline(Readable.from(Buffer.isBuffer(parts) ? [parts] : blocksOf(parts)), createWriteStream(path));
  await pipeline(createReadStream(path), createGzip({ level: 1 }), createWriteStream(`${path}.gz`));
  for (const file of [path, `${path}.gz`]) {
    const shown = `${format}, ${name}${file === path ? '' : ', packed'}`;
    const run = await check(file, format);
    tally.add(shown, run);
    const problem = problemOf(run, mayConform);
    if (problem !== undefined) problems.push(`${shown}: ${problem}`);
  }
}

/** Bytes are written for characters up to U+00FF if they stand alone: U+0080 is no UTF-8 then. */
function* blocksOf(parts: readonly Part[]): Generator<Buffer> {
  for (const part of parts) {
    if (typeof part === 'string') {
      yield Buffer.from(part);
      continue;
    }
    const unit = Buffer.from(part.unit, part.unit.includes('\u0080') ? 'latin1' : 'utf8');
    const times = Math.max(1, Math.floor(BLOCK / unit.length));
    const block = Buffer.alloc(unit.length * times, unit);
    const total = Math.ceil(part.bytes / unit.length) * unit.length;
    for (let left = total; left > 0; left -= block.length)
      yield block.subarray(0, Math.min(left, block.length));
  }
}

interface Run {
  readonly exit: number | null;
  readonly mebibytes: number;
  readonly seconds: number;
  readonly stderr: string;
}

function problemOf({ exit, mebibytes, stderr }: Run, mayConform: boolean): string | undefined {
  if (exit === null || exit > 3) return `the command ended with ${exit}: ${stderr.slice(0, 500)}`;
  if (exit === 0 && !mayConform) return 'it is conformant';
  if (exit === 2 && !/^conversation-api: .+\n$/.test(stderr))
    return `it is refused with ${stderr.slice(0, 500)}`;
  if (mebibytes > MOST_MEMORY) return `it takes ${mebibytes.toFixed(0)} MiB`;
  return undefined;
}

async function check(file: string, format: Format): Promise<Run> {
  const began = performance.now();
  const probe = ['--require', './test/bench/peak-memory.cjs', 'dist/bin/conversation-api.cjs'];
  const command = spawn(process.execPath, [...probe, 'check', file, '--format', format], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    timeout: PATIENCE,
  });
  let stderr = '';
  let kibibytes = '';
  command.stderr?.on('data', (bytes) => {
    stderr += bytes;
  });
  command.stdio[3]?.on('data', (bytes) => {
    kibibytes += bytes;
  });
  const [exit] = (await once(command, 'close')) as [number | null];
  return { exit, mebibytes: Number(kibibytes) / 1024, seconds: (performance.now() - began) / 1000, stderr };
}

class Tally implements FileTally {
  files = 0;
  readonly exits: Record<string, number> = {};
  peak = { mebibytes: 0, file: '' };
  longest = { seconds: 0, file: '' };

  add(file: string, { exit, mebibytes, seconds }: Run): void {
    this.files += 1;
    this.exits[`${exit}`] = (this.exits[`${exit}`] ?? 0) + 1;
    if (mebibytes > this.peak.mebibytes) this.peak = { mebibytes, file };
    if (seconds > this.longest.seconds) this.longest = { seconds, file };
  }
}
