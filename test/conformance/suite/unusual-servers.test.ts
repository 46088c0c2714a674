import { describe, expect, it } from 'vitest';
import { judgeReference } from '../../../scripts/ledger/judge-reference.ts';
import { sampled } from '../../../scripts/test/tiers.ts';
import type { Wrap } from '../../../src/alterations/alteration.ts';
import { answerInstead } from '../../../src/alterations/decorators/answer-instead.ts';
import { failure } from '../../../src/alterations/decorators/answers.ts';
import { createRecall, keyOf } from '../../../src/alterations/decorators/keys.ts';
import { EVERY } from '../../../src/alterations/decorators/operations.ts';
import { bodyOf, insteadOf } from '../../../src/alterations/decorators/requests.ts';
import { rewriteData } from '../../../src/alterations/decorators/rewrite-answers.ts';
import { rewriteEvents } from '../../../src/alterations/decorators/rewrite-events.ts';
import { rewriteLists } from '../../../src/alterations/decorators/rewrite-lists.ts';
import { rewriteTurns } from '../../../src/alterations/decorators/rewrite-turns.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

/** Servers with unusual behaviour that no sentence forbids. */
const UNUSUAL: readonly {
  readonly behaviour: string;
  readonly checks: RegExp;
  /** Whether the server leaves some checks without an answer, so that they stay incomplete. */
  readonly isIncomplete?: boolean;
  readonly change: Wrap;
}[] = [
  {
    behaviour: 'names a model in usage by the provider that answered (A-59)',
    checks: /^turns\.(model|members|principal)/,
    change: rewriteTurns((turn) =>
      turn.usage && turn.id % 2 === 0
        ? { ...turn, usage: { ...turn.usage, model: `azure/${turn.usage.model}` } }
        : turn,
    ),
  },
  {
    behaviour: 'hides inactive skills, leaves gaps on their pages, and counts them (A-23, A-126)',
    checks: /^(lists|skills|credentials\.skills)\./,
    change: rewriteLists('listSkills', ({ items, page, size }) => ({
      data: items.slice((page - 1) * size, page * size).filter(({ is_active }) => is_active),
      total: items.length,
    })),
  },
  {
    behaviour: 'begins a replay with an event without steps (A-68, A-74)',
    checks: /^(turns\.pairs|idempotency\.ended|events\.error)\./,
    change(exchange) {
      const isAgain = createRecall<string | undefined>();
      return rewriteEvents((request) => {
        const isReplay = isAgain(keyOf(request));
        return (event) =>
          isReplay && event.type === 'message.start'
            ? [event, { type: 'message.step', data: { steps: [] } }]
            : [event];
      })(exchange);
    },
  },
  {
    behaviour:
      'answers a streaming send with the failure if its turn fails before it says anything (A-60, A-86)',
    checks: /^(idempotency\.ended\.failed-at-once|turns\.pairs\.words\.words)/,
    change: answerInstead('streamMessage', (request, sound) => {
      const { content } = bodyOf(request);
      if (!/```script\n\[\s*\{\s*"fail"/.test(String(content))) return undefined;
      return sound(insteadOf(request, 'sendMessage', bodyOf(request)));
    }),
  },
  {
    behaviour: 'leaves a replay waiting while another turn runs in the chat (A-73)',
    checks: /^states\.running\.after-tool/,
    change(exchange) {
      const ran = new Map<unknown, readonly unknown[]>();
      return answerInstead('streamMessage', async (request, sound) => {
        const keys = ran.get(request.path.chat_id) ?? [];
        const key = keyOf(request);
        if (keys.includes(key) && keys.at(-1) !== key) return new Promise<never>(() => {});
        const answer = await sound(request);
        if ('open' in answer) ran.set(request.path.chat_id, [...keys, key]);
        return answer;
      })(exchange);
    },
  },
  {
    behaviour: 'lists no agents for a while (A-132)',
    checks: /^(catalog|credentials\.(allowlist|restrictions))/,
    change(exchange) {
      let reads = 0;
      return rewriteData('getCatalog', ({ agents, ...others }) => {
        reads += 1;
        return reads % 3 === 0 ? others : { agents, ...others };
      })(exchange);
    },
  },
  {
    behaviour: 'is unavailable now and then, with a code of its own (A-20)',
    checks: /^(credentials|chats|skills|errors|cancel)\./,
    isIncomplete: true,
    change(exchange) {
      let requests = 0;
      return answerInstead(EVERY, (request) => {
        requests += 1;
        if (requests % 50 !== 0) return undefined;
        const answer = failure(request, 503, 'api_v1_overloaded');
        return { ...answer, headers: { ...answer.headers, 'retry-after': '1' } };
      })(exchange);
    },
  },
];

describe.each(sampled(UNUSUAL, 3))('a server that $behaviour', ({ checks, isIncomplete = false, change }) => {
  it('violates nothing', async () => {
    const chosen = CHECKS.filter(({ id }) => checks.test(id));
    const { report } = await judgeReference({ checks: chosen, decorators: [{ exchange: change }] });
    const violated = report.requirements.filter(({ violations }) => violations > 0);
    expect(violated.map(({ id, findings }) => [id, findings[0]?.check, findings[0]?.actual])).toEqual([]);
    if (!isIncomplete) expect(report.incomplete).toEqual([]);
  });
});
