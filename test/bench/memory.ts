import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Figure } from './figure.ts';
import { INPUT_KINDS, makeTurn } from './inputs.ts';
import { spawnMeasured } from './spawn-measured.ts';

const STREAM_BYTES = 512 * 1024 * 1024;
const LARGEST_EVENT = 1024 * 1024;

/** Measures the peak resident memory of `check -` for a long stream with events of up to 1 MiB. */
export async function benchMemory(): Promise<Figure[]> {
  const program = fileURLToPath(new URL('../../dist/bin/conversation-api.cjs', import.meta.url));
  const { child, ended } = spawnMeasured([program, 'check', '-', '--partial'], { opens: 'stdin' });
  // Repeats the events of a turn without the terminal event, which makes one long stream.
  const kind = INPUT_KINDS[1] as (typeof INPUT_KINDS)[number];
  const turn = makeTurn(kind, 1_000_000, 1).split('\n\n').slice(0, -2);
  const begin = Buffer.from(`${turn[0]}\n\n`);
  const large = `event: message.delta\ndata: ${JSON.stringify({ text: 'x'.repeat(LARGEST_EVENT - 64), replace: false })}`;
  const body = Buffer.from(`${[...turn.slice(1), large].join('\n\n')}\n\n`);
  const input = child.stdin as Writable;
  input.write(begin);
  for (let sent = 0; sent < STREAM_BYTES; sent += body.length) {
    if (!input.write(body)) await once(input, 'drain');
  }
  input.end();
  const { mebibytes } = await ended;
  return [
    {
      name: 'peak memory, one stream of 512 MiB with events up to 1 MiB',
      amount: { value: mebibytes, unit: 'MB' },
      goal: { atMost: 90 },
    },
  ];
}
