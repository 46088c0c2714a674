import type { Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { spawnMeasured } from '../bench/spawn-measured.ts';
import {
  flood,
  openRawTarget,
  type RawRequest,
  type RawTarget,
  respond,
  STREAM_HEAD,
} from '../conformance/run/raw-target.ts';

const MAIN = new URL('../../src/cli/main.ts', import.meta.url).pathname;

const targets: RawTarget[] = [];
afterEach(() => Promise.all(targets.splice(0).map((target) => target.close())));

const isStream = ({ path }: RawRequest) => path.endsWith('/messages/stream');

async function measure(answer: (socket: Socket, request: RawRequest) => boolean): Promise<number> {
  const target = await openRawTarget((socket, request) => {
    if (!answer(socket, request)) respond(socket, 200, '{"data":[]}');
  });
  targets.push(target);
  const { code, mebibytes } = await spawnMeasured(
    [MAIN, 'check', target.url, '--fast', '--only', 'stream,turns'],
    { env: { ...process.env, CONVERSATION_API_TOKEN: 'any' } },
  ).ended;
  expect([1, 3]).toContain(code);
  return mebibytes;
}
let quiet: Promise<number> | undefined;

it.each<[string, (request: RawRequest) => boolean, string, string]>([
  ['lines without end', isStream, `${STREAM_HEAD}data: `, 'x'.repeat(65_536)],
  ['events without end', isStream, STREAM_HEAD, 'event: ping\ndata: {}\n\n'.repeat(1000)],
  [
    'endless bodies',
    ({ method }) => method === 'POST',
    'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n[',
    '{},'.repeat(20_000),
  ],
])('the memory of a run is bounded during a flood of %s', async (_, isMeant, head, piece) => {
  let floods = 0;
  const flooded = await measure((socket, request) => {
    if (!isMeant(request)) return false;
    floods += 1;
    socket.write(head);
    flood(socket, piece);
    return true;
  });
  quiet ??= measure(() => false);
  expect(floods).toBeGreaterThan(4);
  expect(flooded - (await quiet)).toBeLessThan(130);
});
