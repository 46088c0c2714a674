import { check } from '../../check-kit/check.ts';
import { type Kind, raise, repliesTo } from '../../check-kit/interaction-replies.ts';
import { chatOf } from '../../check-kit/turns.ts';
import type { JsonObject } from '../../judge/json.ts';

const IDS = {
  'approve-tool': 'interactions.approve-tool.action-id-required',
  'respond-plan': 'interactions.respond-plan.action-id-required',
  'respond-elicitation': 'interactions.respond-elicitation.action-id-required',
  'cancel-auth': 'interactions.cancel-auth.action-id-required',
} as const;

/** A body that lacks something, or has something else in its place. */
interface Malformed {
  /** How, as the last part of the check's id. */
  readonly how: string;
  readonly row: string;
  readonly scenario: string;
  readonly kind: Kind;
  change(body: JsonObject): JsonObject;
}

const TOOLS = { scenario: 'tool_approval', kind: 'tool_approval' } as const;
const PLAN = { scenario: 'plan', kind: 'plan_approval' } as const;
const QUESTION = { scenario: 'elicitation', kind: 'elicitation' } as const;
const CONNECTION = { scenario: 'auth_required', kind: 'auth_required' } as const;

const MALFORMED: readonly Malformed[] = [
  { ...TOOLS, how: 'tools-without-id', row: IDS['approve-tool'], change: without('action_id') },
  { ...PLAN, how: 'plan-without-id', row: IDS['respond-plan'], change: without('action_id') },
  { ...QUESTION, how: 'question-without-id', row: IDS['respond-elicitation'], change: without('action_id') },
  { ...CONNECTION, how: 'connection-without-id', row: IDS['cancel-auth'], change: without('action_id') },
  {
    ...TOOLS,
    how: 'tools-without-decisions',
    row: 'interactions.approve-tool.decisions-required',
    change: without('decisions'),
  },
  {
    ...TOOLS,
    how: 'tools-with-no-decision',
    row: 'interactions.approve-tool.decisions-required',
    change: (body) => ({ ...body, decisions: [] }),
  },
  {
    ...TOOLS,
    how: 'decision-without-tool',
    row: 'interactions.approve-tool.tool-use-id',
    change: inDecisions(without('tool_use_id')),
  },
  {
    ...TOOLS,
    how: 'decision-without-approved',
    row: 'interactions.approve-tool.approved',
    change: inDecisions(without('approved')),
  },
  {
    ...PLAN,
    how: 'plan-without-action',
    row: 'interactions.respond-plan.action',
    change: without('action'),
  },
  {
    ...PLAN,
    how: 'plan-with-other-action',
    row: 'interactions.respond-plan.action',
    change: (body) => ({ ...body, action: 'postpone' }),
  },
  {
    ...QUESTION,
    how: 'question-without-action',
    row: 'interactions.respond-elicitation.action',
    change: without('action'),
  },
  {
    ...QUESTION,
    how: 'accept-without-content',
    row: 'interactions.respond-elicitation.accept-needs-content',
    change: without('content'),
  },
];

function without(name: string): (body: JsonObject) => JsonObject {
  return (body) => Object.fromEntries(Object.entries(body).filter(([member]) => member !== name));
}

function inDecisions(change: (decision: JsonObject) => JsonObject): (body: JsonObject) => JsonObject {
  return (body) => ({ ...body, decisions: (body.decisions as readonly JsonObject[]).map(change) });
}

const pending = MALFORMED.map(({ how, row, scenario, kind, change }) =>
  check({
    id: `interactions.malformed.${how}`,
    requirements: [row],
    needs: [`scenario:${scenario}`],
    async run(t) {
      const { stream, reply } = await raise(t, scenario, kind);
      t.expect(row).isRefused(await t.main.act(stream.chatId, reply.action, change(reply.body)));
    },
  }),
);

/** Bodies that section 4.4 forbids, each with one fault, are refused with whatever code. */
export const malformedChecks = [
  ...pending,

  check({
    id: 'interactions.malformed.nothing-pending',
    requirements: Object.values(IDS),
    async run(t) {
      const chatId = await chatOf(t);
      for (const { action, body } of repliesTo(t.freshId())) {
        const sent = await t.main.act(chatId, action, without('action_id')(body));
        t.expect(IDS[action as keyof typeof IDS]).isRefused(sent);
      }
    },
  }),
];
