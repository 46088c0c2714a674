import { beforeAll, describe, expect, it } from 'vitest';
import { referenceProfileOf } from '../../../src/cli/reference-profile.ts';
import { DRIVE_LIMITS } from '../../../src/conformance/drive/limits.ts';
import { openTransport } from '../../../src/conformance/drive/undici-transport.ts';
import { Judgement } from '../../../src/conformance/judge/judgement.ts';
import { loadRegistry } from '../../../src/conformance/registry/registry.ts';
import { renderHtml } from '../../../src/conformance/report/html/index.ts';
import { renderJson } from '../../../src/conformance/report/json.ts';
import { renderJunit } from '../../../src/conformance/report/junit.ts';
import { reportLive } from '../../../src/conformance/report/live.ts';
import type { LiveReport, Report } from '../../../src/conformance/report/model.ts';
import { renderPretty } from '../../../src/conformance/report/pretty.ts';
import { planChecks } from '../../../src/conformance/run/plan-run.ts';
import { redactResult } from '../../../src/conformance/run/redact-result.ts';
import { runChecks } from '../../../src/conformance/run/run-checks.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';
import type { SuiteResult } from '../../../src/conformance/verdict/outcome.ts';
import { useEchoingServer } from './echoing-server.ts';

const TOKEN = 'harbor-main';
const KEYS = { 'ocp-apim-subscription-key': '0af7651916cd43dd', 'x-functions-key': '8448eb211c80319c' };
const server = useEchoingServer();
let live: LiveReport;
let report: Report;

/** A run against a server that returns the received credentials in every response and every stream. */
beforeAll(async () => {
  const transport = openTransport({ baseUrl: server.url, limits: DRIVE_LIMITS });
  const profile = { ...referenceProfileOf(server.url, 1000), headers: KEYS };
  const selection = { only: ['stream', 'chats', 'catalog'], skip: [], isFast: true, isLong: false };
  const plan = planChecks(CHECKS, profile, selection);
  const registry = loadRegistry();
  const { requirements } = registry;
  const result = await runChecks({ plan, profile, transport, requirements, concurrency: 8 });
  await transport.close();
  live = reportLive(redactResult(result, profile), {
    profile,
    registry,
    leftOut: plan.leftOut,
    verifiers: CHECKS,
    flags: ['--profile', 'my profile.yaml'],
  });
  const tool = { name: 'conversation-api', version: '0.0.0' } as const;
  report = { tool, contract: registry.contract, mode: 'live', ...live };
});

describe('the report of a live run', () => {
  it('contains the exchange of each shown finding', () => {
    const numbers = new Set(live.evidence.map(({ exchange }) => exchange));
    const findings = live.requirements.flatMap((row) => row.findings.slice(0, 5));
    expect(findings.length).toBeGreaterThan(10);
    for (const { exchange } of findings) expect(numbers).toContain(exchange);
  });

  it('says of each finding when its request was sent, and the id that the response has', () => {
    const findings = live.requirements.flatMap((row) => row.findings);
    const known = new Set(findings.map(({ requestId }) => requestId));
    expect(known).toEqual(new Set(['id-of-answer', undefined]));
    for (const { time = '' } of findings)
      expect(Date.parse(time)).toBeGreaterThanOrEqual(Date.parse(live.started ?? ''));
  });

  it('explains for each finding how to run its check again', () => {
    const ids = new Set(CHECKS.map(({ id }) => id));
    for (const { check, again } of live.requirements.flatMap(({ findings }) => findings)) {
      expect(ids).toContain(check);
      expect(again).toBe(
        `npx --no conversation-api check ${server.url} --profile 'my profile.yaml' --only ${check}`,
      );
    }
  });

  it('has a command for each exchange, with the token as a variable', () => {
    const sends = live.evidence.filter(({ request }) => request.method === 'POST');
    expect(sends.length).toBeGreaterThan(0);
    for (const { curl, request, actor } of live.evidence) {
      expect(curl.startsWith(`curl -gsSN -X ${request.method} `)).toBe(true);
      if (actor === 'main') expect(curl).toContain('"authorization: Bearer $CONVERSATION_API_TOKEN"');
    }
  });

  it('lists the events of a stream with their arrival times', () => {
    const stream = live.evidence.find(({ timeline }) =>
      timeline.some(({ type }) => type === 'message.start'),
    );
    expect(stream?.timeline[0]).toMatchObject({ event: 0, type: 'message.start', at: expect.any(Number) });
    expect(stream?.end).toBeDefined();
  });

  it.each<[string, (report: Report) => string]>([
    ['JSON', renderJson],
    ['JUnit', renderJunit],
    ['HTML', renderHtml],
    ['pretty', (one) => renderPretty(one, { isVerbose: true })],
  ])('reveals no credential in %s, even when the target returns it', (_name, render) => {
    const text = render(report);
    expect(text).toContain('***********');
    for (const secret of [
      TOKEN,
      encodeURIComponent(TOKEN),
      'aGFyYm9yLW1ha',
      'hhcmJvci1tYWl',
      'oYXJib3ItbWFpb',
      ...Object.values(KEYS),
    ]) {
      expect(text).not.toContain(secret);
    }
  });
});

it('masks a token in the name of an event of which no finding is kept', () => {
  const judgement = new Judgement(0);
  judgement.report('stream.events.known', undefined, { expected: '', actual: '', eventType: `x-${TOKEN}` });
  const result = {
    judgement,
    outcomes: [],
    exchanges: [],
    readings: [],
    remarks: [],
  } as unknown as SuiteResult;
  const { rows } = redactResult(result, referenceProfileOf(server.url, 1)).judgement;
  const elsewhere = JSON.stringify([...(rows.get('stream.events.known')?.elsewhere ?? [])]);
  expect(elsewhere).toContain('x-*');
  expect(elsewhere).not.toContain(TOKEN);
});
