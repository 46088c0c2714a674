import { expect, it } from 'vitest';
import { ExchangeLog } from '../../../src/conformance/drive/exchange-log.ts';
import { Stillness } from '../../../src/conformance/drive/stillness.ts';
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
  const stillness = new Stillness(now);
  const log = new ExchangeLog({ judgement: new Judgement(), timeScale: 1, now, stillness });
  const writer = log.begin('a.check', actor, { method, path, headers: {} });
  time = 500;
  writer.respond(200, {});
  expect(stillness.longestBetween(100, 200)).toBe(expected);
});

it('takes no delay of the target from a second send to a chat, which may be made to wait for the first', () => {
  let time = 0;
  const now = () => time;
  const stillness = new Stillness(now);
  const log = new ExchangeLog({ judgement: new Judgement(), timeScale: 1, now, stillness });
  const request = { method: 'POST', path: `${MESSAGES}/stream`, headers: {} };
  log.begin('a.check', 'main', request).respond(200, {});
  const second = log.begin('a.check', 'main', request);
  time = 500;
  second.respond(409, {});
  expect(stillness.longestBetween(100, 200)).toBe(10);
});

it('takes the time in which a response was left unread as a delay, also while it lasts', () => {
  let time = 0;
  const now = () => time;
  const stillness = new Stillness(now);
  const log = new ExchangeLog({ judgement: new Judgement(), timeScale: 1, now, stillness });
  const writer = log.begin('a.check', 'main', { method: 'GET', path: '/api/v1/chats', headers: {} });
  writer.respond(200, {});
  time = 100;
  const goOn = writer.pause();
  time = 400;
  expect(stillness.longestBetween(200, 300)).toBe(300);
  time = 600;
  goOn();
  time = 900;
  expect([stillness.longestBetween(200, 300), stillness.longestBetween(800, 900)]).toEqual([500, 10]);
});
