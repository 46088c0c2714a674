import { expect, it } from 'vitest';
import { ExchangeLog } from '../../../src/conformance/drive/exchange-log.ts';
import { StallMonitor } from '../../../src/conformance/drive/stall-monitor.ts';
import { Judgement } from '../../../src/conformance/judge/judgement.ts';

const MESSAGES = '/api/v1/chats/5814b1fd-2821-44a3-a32a-f6193bc5dbdd/messages';

it.each([
  ['a read', 'main', 'GET', '/api/v1/chats', 500],
  ['a change', 'main', 'PATCH', '/api/v1/skills/42', 500],
  ['the opening of a stream', 'main', 'POST', `${MESSAGES}/stream`, 500],
  ['a blocking turn, which may take its time', 'main', 'POST', MESSAGES, 10],
  ['a turn of the application', 'application', 'POST', '/turns', 10],
])('takes the delay of the target from %s', (_, actor, method, path, expected) => {
  let time = 0;
  const now = () => time;
  const stallMonitor = new StallMonitor(now);
  const log = new ExchangeLog({ judgement: new Judgement(), timeScale: 1, now, stallMonitor });
  const writer = log.begin('a.check', actor, { method, path, headers: {} });
  time = 500;
  writer.respond(200, {});
  expect(stallMonitor.longestBetween(100, 200)).toBe(expected);
});

it('ignores the delay of a second send to a chat, which may have to wait for the first', () => {
  let time = 0;
  const now = () => time;
  const stallMonitor = new StallMonitor(now);
  const log = new ExchangeLog({ judgement: new Judgement(), timeScale: 1, now, stallMonitor });
  const request = { method: 'POST', path: `${MESSAGES}/stream`, headers: {} };
  log.begin('a.check', 'main', request).respond(200, {});
  const second = log.begin('a.check', 'main', request);
  time = 500;
  second.respond(409, {});
  expect(stallMonitor.longestBetween(100, 200)).toBe(10);
});

it('counts the time in which a response stayed unread as a delay, even while it lasts', () => {
  let time = 0;
  const now = () => time;
  const stallMonitor = new StallMonitor(now);
  const log = new ExchangeLog({ judgement: new Judgement(), timeScale: 1, now, stallMonitor });
  const writer = log.begin('a.check', 'main', { method: 'GET', path: '/api/v1/chats', headers: {} });
  writer.respond(200, {});
  time = 100;
  const goOn = writer.pause();
  time = 400;
  expect(stallMonitor.longestBetween(200, 300)).toBe(300);
  time = 600;
  goOn();
  time = 900;
  expect([stallMonitor.longestBetween(200, 300), stallMonitor.longestBetween(800, 900)]).toEqual([500, 10]);
});

/** The places and the violations of a stream that reuses an idempotency key but answers with another turn. */
async function repeatKey(isDeletedBetween: boolean) {
  const judgement = new Judgement();
  const log = new ExchangeLog({ judgement, timeScale: 1, now: () => 0 });
  const begin = (method: string, path: string) =>
    log.begin('a.check', 'main', { method, path, headers: { 'idempotency-key': 'k' } });
  for (const id of [7, 8]) {
    const writer = begin('POST', `${MESSAGES}/stream`);
    writer.respond(200, { 'content-type': 'text/event-stream' });
    writer.push(Buffer.from(`event: message.completed\ndata: {"id":${id}}\n\n`));
    writer.end('server');
    if (id === 8 || !isDeletedBetween) continue;
    const deletion = begin('DELETE', MESSAGES.replace('/messages', ''));
    deletion.respond(204, {});
    deletion.end('server');
  }
  const places = new Set([...judgement.rows.values()].flatMap((row) => [...(row.places ?? [])]));
  return {
    violations: judgement.rows.get('idempotency.replay.stream-redelivers')?.findings.length ?? 0,
    places: [...places],
  };
}

it('treats a repeated key as a replay, even after a deletion, because A-71 leaves its meaning open', async () => {
  const [kept, deleted] = [await repeatKey(false), await repeatKey(true)];
  expect(kept.violations).toBe(1);
  expect(deleted.violations).toBe(0);
  for (const { places } of [kept, deleted])
    expect(places).toEqual(['message.completed', 'message.completed (replay)']);
});
