import { describe, expect, it } from 'vitest';
import type { StreamFacts } from '../../../../src/conformance/judge/stream-facts.ts';
import { formatEvent } from '../../../../src/event-stream/index.ts';
import { judgePieces, violated } from '../judging.ts';
import { MESSAGE, START } from '../turn.ts';

const bytes = (type: string, data: object) =>
  new TextEncoder().encode(formatEvent({ type, data: JSON.stringify(data) }));

/** Judges a stream with a ping at 08:00 UTC, which comes 15 seconds after its first event. */
function judge(created: string, facts: StreamFacts, ts = Date.parse('2026-03-02T08:00:00Z') / 1000) {
  const message = { ...MESSAGE, content: '', created_at: created };
  return violated(
    judgePieces(
      [
        { bytes: new TextEncoder().encode(START), at: 0 },
        { bytes: bytes('ping', { ts }), at: 15_000 },
        { bytes: bytes('message.completed', message), at: 16_000 },
      ],
      facts,
    ),
  );
}

const FIRST: StreamFacts = { isReplay: false };
const UTC = ['envelope.timestamps.utc'];

describe('created_at beside the ts of a ping', () => {
  it.each<[string, string, StreamFacts, readonly string[]]>([
    ['is in UTC', '2026-03-02T07:59:45Z', FIRST, []],
    ['is in UTC and names no offset', '2026-03-02T07:59:45', FIRST, ['envelope.timestamps.offset']],
    ['is by a clock that is ten minutes fast', '2026-03-02T08:09:45Z', FIRST, []],
    ['is by a clock that is ten minutes slow', '2026-03-02T07:49:45Z', FIRST, []],
    ['is in the time of Berlin', '2026-03-02T08:59:45Z', FIRST, UTC],
    ['is in the time of Berlin, in what may be a replay', '2026-03-02T08:59:45Z', {}, UTC],
    ['is in the time of New York', '2026-03-02T02:59:45Z', FIRST, UTC],
    ['is by a clock that stands still', '2026-01-01T00:00:00Z', FIRST, []],
    ['is hours earlier, in what may be a replay of an old turn', '2026-03-02T02:59:45Z', {}, []],
  ])('%s', (_, created, facts, found) => {
    expect(judge(created, facts)).toEqual(found);
  });

  it('is not compared with a ts that does not count seconds', () => {
    expect(judge('2026-03-02T08:59:45Z', FIRST, Date.parse('2026-03-02T08:00:00Z'))).toEqual([
      'events.ping.epoch-seconds',
    ]);
  });
});
