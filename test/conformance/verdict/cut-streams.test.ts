import { expect, it } from 'vitest';
import type { LoggedExchange } from '../../../src/conformance/drive/logged-exchange.ts';
import { describeCutStreams } from '../../../src/conformance/verdict/cut-streams.ts';

/** A stream of which the last piece arrived after a second, and that ended after a further silence. */
const stream = (
  number: number,
  silence: number,
  end: LoggedExchange['end'] = 'error',
  failure: LoggedExchange['failure'] = 'broken',
): LoggedExchange => ({
  number,
  check: 'a.check',
  actor: 'main',
  request: { method: 'POST', path: '/api/v1/chats/1/messages/stream', headers: {} },
  sentAt: 0,
  headers: { 'content-type': 'text/event-stream' },
  chunks: [{ at: 1000, bytes: new Uint8Array() }],
  length: 0,
  endedAt: 1000 + silence,
  ...(end && { end }),
  ...(end === 'error' && { failure }),
});

it.each<[string, readonly LoggedExchange[], RegExp | undefined]>([
  [
    'is named if most cut streams were silent for as long',
    [stream(1, 250), stream(2, 240), stream(3, 9000, 'server'), stream(7, 262), stream(8, 20)],
    /^3 streams broke off after 0\.25 s without an event: .*\(exchanges 1, 2, 7\)$/,
  ],
  ['is not named for different silences', [stream(1, 250), stream(2, 600), stream(3, 1000)], undefined],
  ['is not named for two streams', [stream(1, 250), stream(2, 250)], undefined],
  [
    'is not named where the run itself waited no longer',
    [1, 2, 3].map((number) => stream(number, 250, 'error', 'timeout')),
    undefined,
  ],
  ['is not named without a silence', [stream(1, 1), stream(2, 1), stream(3, 1)], undefined],
])('a timeout before the service %s', (_, exchanges, remark) => {
  expect(describeCutStreams(exchanges)).toEqual(remark ? [expect.stringMatching(remark)] : []);
});
