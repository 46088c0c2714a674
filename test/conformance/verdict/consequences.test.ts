import { describe, expect, it } from 'vitest';
import type { LoggedExchange } from '../../../src/conformance/drive/logged-exchange.ts';
import { Judgement } from '../../../src/conformance/judge/judgement.ts';
import { loadRows } from '../../../src/conformance/registry/registry.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';
import { settleClaims } from '../../../src/conformance/verdict/consequences.ts';
import type { CheckRun } from '../../../src/conformance/verdict/outcome.ts';
import { PLAIN_FORMS } from '../../../src/conformance/verdict/plain-forms.ts';

const SEND = '/api/v1/chats/1/messages';

function exchangeOf(number: number, status: number, code: unknown, path = SEND): LoggedExchange {
  const bytes = Buffer.from(JSON.stringify({ message_code: code }));
  const request = {
    method: 'POST',
    path,
    headers: {},
    body: undefined,
  } as unknown as LoggedExchange['request'];
  return {
    number,
    check: '',
    actor: 'main',
    request,
    sentAt: 0,
    status,
    chunks: [{ at: 0, bytes }],
    length: 1,
  };
}

/** A run of a check with one broken claim. */
function runOf(id: string, requirement: string, exchange: number): CheckRun {
  const check = CHECKS.find((each) => each.id === id);
  if (!check) throw new RangeError(`there is no check ${id}`);
  const details = { expected: 'one thing', actual: 'another' };
  return { check, status: 'violated', left: [], broken: [{ requirement, exchange, details }] };
}

const plain = runOf('turns.send.exists', 'turns.send.exists', 0);
const limit = runOf('requests.sendMessage.content.one-more', 'turns.content.limit', 1);

function settle(others: readonly CheckRun[], exchanges: readonly LoggedExchange[]) {
  const judgement = new Judgement();
  const outcomes = settleClaims([plain, ...others], exchanges, judgement);
  const violated = [...judgement.rows].filter(([, row]) => row.violations > 0).map(([id]) => id);
  return { violated, judgement, outcomes };
}

describe('a broken claim', () => {
  const refusal = exchangeOf(0, 404, 'no_such_route');
  it.each<[string, CheckRun, LoggedExchange, boolean]>([
    [
      'is a consequence when a plain turn is refused in the same way',
      limit,
      exchangeOf(1, 404, 'no_such_route'),
      false,
    ],
    ['is reported when the refusal has another status', limit, exchangeOf(1, 400, 'no_such_route'), true],
    ['is reported when the refusal has another code', limit, exchangeOf(1, 404, 'api_v1_not_found'), true],
    ['is reported when the request was not refused', limit, exchangeOf(1, 200, 'no_such_route'), true],
    [
      'is reported when it is about another operation',
      limit,
      exchangeOf(1, 404, 'no_such_route', `${SEND}/stream`),
      true,
    ],
    [
      'is reported when it claims that a plain turn is accepted',
      runOf('requests.sendMessage.metadata.members', 'turns.metadata.optional', 1),
      exchangeOf(1, 404, 'no_such_route'),
      true,
    ],
  ])('%s', (_, run, exchange, isTold) => {
    const { violated, outcomes, judgement } = settle([run], [refusal, exchange]);
    const requirement = run.broken[0]?.requirement ?? '';
    expect(violated).toEqual(isTold ? ['turns.send.exists', requirement] : ['turns.send.exists']);
    expect(outcomes.map(({ status }) => status)).toEqual(['violated', isTold ? 'violated' : 'incomplete']);
    expect(judgement.rows.get(requirement)?.notJudged ?? '').toMatch(
      isTold ? /^$/ : /^turns\.send\.exists is violated: the operation answers 404 to every request$/,
    );
  });

  it('is reported when the plain form is accepted, even if its response violates a requirement', () => {
    const { violated } = settle([limit], [exchangeOf(0, 200, 'api_v1_ok'), exchangeOf(1, 200, 'api_v1_ok')]);
    expect(violated).toEqual(['turns.send.exists', 'turns.content.limit']);
  });

  it('is reported when the check of the plain form had another request of the operation accepted', () => {
    const other = { ...exchangeOf(2, 200, 'api_v1_ok'), check: 'turns.send.exists' };
    const { violated } = settle([limit], [refusal, exchangeOf(1, 404, 'no_such_route'), other]);
    expect(violated).toEqual(['turns.send.exists', 'turns.content.limit']);
  });
});

it.each([
  ['explains a value that a pointer leads to', '/content', 'wrapped'],
  ['does not explain what is at no pointer, such as the type of an event', undefined, undefined],
])('a payload that is not there %s', (_, pointer, hint) => {
  const judgement = new Judgement();
  judgement.report('messages.content.string', 0, {
    expected: 'a string',
    actual: 'absent',
    pointer: '/content',
    hint: 'wrapped',
  });
  const broken = plain.broken.map((claim) => ({
    ...claim,
    details: { ...claim.details, ...(pointer !== undefined && { pointer }) },
  }));
  settleClaims([{ ...plain, broken }], [exchangeOf(0, 200, 'api_v1_ok')], judgement);
  expect(judgement.rows.get('turns.send.exists')?.findings[0]?.hint).toBe(hint);
});

describe('the plain form of an operation', () => {
  const levels = new Map(loadRows().requirements.map(({ id, level }) => [id, level]));
  it.each(Object.entries(PLAIN_FORMS))(
    'of %s has a must, so that hiding the consequences of a refusal does not change the verdict',
    (_, form) => {
      const check = CHECKS.find(({ id }) => id === form.check);
      const claimed = form.requirement ? [form.requirement] : check?.requirements;
      expect(check?.requirements).toEqual(expect.arrayContaining([...(claimed ?? [])]));
      expect(claimed?.map((row) => levels.get(row))).toContain('must');
      expect(form.rows.filter((row) => !levels.has(row))).toEqual([]);
      expect(check).toBeDefined();
    },
  );
});
