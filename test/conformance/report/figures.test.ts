import { describe, expect, it } from 'vitest';
import { ExchangeLog } from '../../../src/conformance/drive/exchange-log.ts';
import { Judgement } from '../../../src/conformance/judge/judgement.ts';
import { addFigures, listFigures, measureExchanges } from '../../../src/conformance/report/figures.ts';
import { renderHtml } from '../../../src/conformance/report/html/index.ts';
import { JoinedRuns } from '../../../src/conformance/report/joined-runs.ts';
import { renderJunit } from '../../../src/conformance/report/junit.ts';
import type { Report, SingleReport } from '../../../src/conformance/report/model.ts';
import { renderPretty } from '../../../src/conformance/report/pretty.ts';
import { readReport } from '../../../src/conformance/report/read-report.ts';
import { hostileLiveReport } from './live-report.ts';

const STREAM = 'POST /api/v1/chats/5814b1fd-2821-44a3-a32a-f6193bc5dbdd/messages/stream';

/** A log whose clock the test sets. */
function makeLog() {
  let time = 0;
  const log = new ExchangeLog({ judgement: new Judgement(), timeScale: 1, now: () => time });
  return {
    log,
    /** Begins an exchange. Its steps happen that many milliseconds later. */
    send(route: string) {
      const [method = '', path = ''] = route.split(' ');
      const writer = log.begin('a.check', 'main', { method, path, headers: {} });
      return { writer, wait: (duration: number) => (time += duration) };
    },
    answer(route: string, duration: number, status = 200) {
      const { writer, wait } = this.send(route);
      wait(duration);
      writer.respond(status, {});
      writer.end('server');
    },
  };
}

describe('the figures of a run', () => {
  it('have the latency of answers by operation, never more than 9 % too high', () => {
    const run = makeLog();
    for (let duration = 1; duration <= 100; duration += 1) run.answer('GET /api/v1/chats', duration);
    const [{ answers, ...rest } = {}] = measureExchanges(run.log.exchanges);
    expect(rest).toEqual({ operation: 'listChats', requests: 100, serverErrors: 0, broken: 0 });
    expect(answers).toMatchObject({ count: 100, max: 100 });
    expect(answers?.p50).toBeGreaterThanOrEqual(50);
    expect(answers?.p50).toBeLessThanOrEqual(50 * 1.09 + 1);
    expect(answers?.p99).toBeGreaterThanOrEqual(99);
    expect(answers?.p99).toBeLessThanOrEqual(100);
  });

  it('have the time until the first event of a stream, however long the stream lasts', () => {
    const { log, send } = makeLog();
    const { writer, wait } = send(STREAM);
    writer.respond(200, { 'content-type': 'text/event-stream' });
    wait(40);
    writer.push(Buffer.from('event: ping\ndata: {"ts":1}\n\n'));
    wait(5000);
    writer.push(Buffer.from('event: ping\ndata: {"ts":2}\n\n'));
    writer.end('client');
    expect(measureExchanges(log.exchanges)).toEqual([
      {
        operation: 'streamMessage',
        requests: 1,
        serverErrors: 0,
        broken: 0,
        firstEvents: { count: 1, p50: 40, p99: 40, max: 40, buckets: { 42: 1 } },
      },
    ]);
  });

  it('count responses of 500 and more and connections that broke, and measure only answers that succeeded', () => {
    const run = makeLog();
    run.answer('GET /api/v1/chats', 10);
    run.answer('GET /api/v1/chats', 900, 404);
    run.answer('GET /api/v1/chats', 900, 503);
    run.send('GET /api/v1/chats').writer.end('error', 'the connection broke');
    run.send('GET /api/v1/chats').writer.end('client');
    run.answer('GET /api/v1/nothing', 900, 404);
    const figures = measureExchanges(run.log.exchanges);
    expect(figures).toMatchObject([
      { requests: 5, serverErrors: 1, broken: 1, answers: { count: 1, max: 10 } },
      { operation: 'other', requests: 1 },
    ]);
    expect(listFigures(figures)).toEqual([
      ['listChats', '5 requests, 2 failed (40 %); answer p50 10 ms, p99 10 ms'],
      ['other', '1 request, 0 failed'],
      ['all', '6 requests, 2 failed (33 %)'],
    ]);
  });

  it('do not measure a request that the run held back or whose response it left unread', () => {
    const run = makeLog();
    const { writer, wait } = run.send('GET /api/v1/chats');
    writer.pause();
    wait(900);
    writer.respond(200, {});
    writer.end('server');
    expect(measureExchanges(run.log.exchanges)[0]).not.toHaveProperty('answers');
  });

  it('of the parts of a run add up to those of the whole run', () => {
    const [whole, one, other] = [makeLog(), makeLog(), makeLog()];
    for (let index = 0; index < 200; index += 1) {
      const duration = (index * 7919) % 1009;
      const route = index % 3 === 0 ? 'GET /api/v1/skills' : 'GET /api/v1/chats';
      for (const run of [whole, index % 2 === 0 ? one : other])
        run.answer(route, duration, index % 11 ? 200 : 500);
    }
    const [all, ...parts] = [whole, one, other].map(({ log }) => measureExchanges(log.exchanges));
    expect(addFigures(parts)).toEqual(all);
  });

  it('do not grow with the number of exchanges', () => {
    const run = makeLog();
    for (let index = 0; index < 2000; index += 1) run.answer('GET /api/v1/chats', 2 ** (index % 40));
    const [figure] = measureExchanges(run.log.exchanges);
    expect(Math.max(...Object.keys(figure?.answers?.buckets ?? {}).map(Number))).toBe(191);
    expect(JSON.stringify(figure).length).toBeLessThan(4000);
  });
});

describe('a report of a live run', () => {
  it.each([
    ['text', (report: Report) => renderPretty(report, { isVerbose: true })],
    ['HTML', (report: Report) => renderHtml(report)],
    ['JUnit', renderJunit],
  ])('has the figures as %s', async (_, render) => {
    const report = await hostileLiveReport('listChats');
    expect(render(report)).toContain('40 requests, 2 failed (5 %); answer p50 12 ms, p99 90 ms');
  });

  it('has them as text only with --verbose, and no verdict depends on them', async () => {
    const report = await hostileLiveReport('listChats');
    expect(renderPretty(report)).not.toContain('p99');
    expect(renderPretty(report)).toBe(renderPretty({ ...report, figures: [] } as Report));
  });

  it('joined from several has the sum of theirs', async () => {
    const joined = new JoinedRuns();
    const report = (await hostileLiveReport('listChats')) as SingleReport;
    for (const _ of [1, 2]) joined.add(report);
    expect(joined.finish([]).figures).toEqual(addFigures([report.figures ?? [], report.figures ?? []]));
  });

  it.each([
    { figures: {} },
    { figures: [{ operation: 'listChats', requests: 1, serverErrors: 2, broken: 0 }] },
    { figures: [{ operation: 'listChats', requests: 1, serverErrors: 0, broken: 0, answers: {} }] },
    {
      figures: [
        {
          operation: 'a',
          requests: 1,
          serverErrors: 0,
          broken: 0,
          answers: { p50: 1, p99: 1, max: 1, buckets: { x: 1 } },
        },
      ],
    },
  ])('is refused with %j', async (change) => {
    const report = { ...(await hostileLiveReport('listChats')), ...change };
    expect(() => readReport(JSON.stringify(report), 'report.json')).toThrow('report.json is not a report');
  });
});
