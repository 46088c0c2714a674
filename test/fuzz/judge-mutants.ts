import { readdirSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { createParser } from 'eventsource-parser';
import { type Random, seededRandom } from '../../scripts/test/random.ts';
import { loadRegistry } from '../../src/conformance/registry/registry.ts';
import type { Verdict } from '../../src/conformance/verdict/verdict.ts';
import { EventStreamReader } from '../../src/event-stream/index.ts';
import { GENERAL_PATH, judgePieces, plain, verdictOf } from '../conformance/judge/judging.ts';
import { mutateStream } from './mutate-stream.ts';

const folder = new URL('../../spec/examples/streams/', import.meta.url);
const SEEDS = readdirSync(folder)
  .filter((file) => file.endsWith('.sse'))
  .map((file) => readFileSync(new URL(file, folder)));
const { requirements } = loadRegistry();

export interface Tally {
  readonly streams: number;
  readonly bytes: number;
  readonly verdicts: Readonly<Record<Verdict, number>>;
  /** Seeds whose stream was judged differently in pieces or on the general path, or read differently by eventsource-parser. */
  readonly failures: readonly string[];
}

/**
 * Judges one mutated stream for each seed from `from` up to, but not including, `to`: as a whole, in random pieces, and without the fast path.
 * All three results must be equal, and the events must be those that eventsource-parser reads.
 */
export function judgeMutants(from: number, to: number, until: number): Tally {
  const verdicts: Record<Verdict, number> = {
    conformant: 0,
    nonconformant: 0,
    incomplete: 0,
    'nothing-ran': 0,
  };
  const failures: string[] = [];
  let bytes = 0;
  let seed = from;
  for (; seed < to && Date.now() < until; seed++) {
    const random = seededRandom(seed);
    const stream = mutateStream(random.pick(SEEDS), random, SEEDS);
    bytes += stream.length;
    try {
      const whole = judgePieces([{ bytes: stream }]);
      verdicts[verdictOf(whole, requirements)] += 1;
      const split = judgePieces(piecesOf(stream, random));
      if (!isDeepStrictEqual(plain(split), plain(whole))) failures.push(`seed ${seed}: split differs`);
      const general = judgePieces([{ bytes: stream }], GENERAL_PATH);
      if (!isDeepStrictEqual(plain(general), plain(whole)))
        failures.push(`seed ${seed}: general path differs`);
      if (!agreesWithEventsourceParser(stream)) failures.push(`seed ${seed}: eventsource-parser differs`);
    } catch (error) {
      failures.push(`seed ${seed}: ${(error as Error).stack}`);
    }
  }
  return { streams: seed - from, bytes, verdicts, failures };
}

function piecesOf(stream: Buffer, random: Random) {
  const pieces = [];
  for (let start = 0; start < stream.length; ) {
    const end = start + 1 + random.below(random.pick([4, 64, 2048]));
    pieces.push({ bytes: stream.subarray(start, end) });
    start = end;
  }
  return pieces;
}

function agreesWithEventsourceParser(stream: Buffer): boolean {
  const theirs: string[] = [];
  createParser({ onEvent: ({ event = '', data }) => theirs.push(event, data) }).feed(
    new TextDecoder().decode(stream),
  );
  const ours: string[] = [];
  const reader = new EventStreamReader();
  reader.push(stream);
  for (let event = reader.next(); event; event = reader.next()) ours.push(event.type, event.data);
  return isDeepStrictEqual(ours, theirs);
}
