import type { RequirementId, ScenarioName } from '../../../../generated/ids.d.ts';
import { check, R } from '../../check-kit/check.ts';
import { answer, type Kind, RAISING_PLACES, raise, repliesTo } from '../../check-kit/interaction-replies.ts';
import { chatOf } from '../../check-kit/turns.ts';
import type { JsonObject } from '../../judge/json.ts';

/** The requirement of each endpoint about the `action_id`. */
const ACTION_ID = {
  'approve-tool': R['interactions.approve-tool.action-id-required'],
  'respond-plan': R['interactions.respond-plan.action-id-required'],
  'respond-elicitation': R['interactions.respond-elicitation.action-id-required'],
  'cancel-auth': R['interactions.cancel-auth.action-id-required'],
} as const;

/** The requirement of each kind about the `action_id`. */
const REQUIRES_ID = {
  tool_approval: ACTION_ID['approve-tool'],
  plan_approval: ACTION_ID['respond-plan'],
  elicitation: ACTION_ID['respond-elicitation'],
  auth_required: ACTION_ID['cancel-auth'],
} as const;

/** The requirement of each kind about what an accepted answer does. */
const RESOLVES = {
  tool_approval: R['interactions.state.approve-tool-resolves'],
  plan_approval: R['interactions.state.respond-plan-resolves'],
  elicitation: R['interactions.state.respond-elicitation-resolves'],
  auth_required: R['interactions.state.cancel-auth-resolves'],
} as const;

/** A body that lacks a member or has an invalid one. */
interface Malformed {
  /** The last part of the id of the check. */
  readonly name: string;
  readonly requirement: RequirementId;
  readonly scenario: ScenarioName;
  readonly kind: Kind;
  change(body: JsonObject): JsonObject;
}

const TWO_TOOLS = { scenario: 'tool_approval_two_tools', kind: 'tool_approval' } as const;
const TOOLS = { scenario: 'tool_approval', kind: 'tool_approval' } as const;
const PLAN = { scenario: 'plan', kind: 'plan_approval' } as const;
const QUESTION = { scenario: 'elicitation', kind: 'elicitation' } as const;
const CONNECTION = { scenario: 'auth_required', kind: 'auth_required' } as const;

const MALFORMED: readonly Malformed[] = [
  {
    ...TOOLS,
    name: 'tools-without-id',
    requirement: ACTION_ID['approve-tool'],
    change: without('action_id'),
  },
  { ...PLAN, name: 'plan-without-id', requirement: ACTION_ID['respond-plan'], change: without('action_id') },
  {
    ...QUESTION,
    name: 'question-without-id',
    requirement: ACTION_ID['respond-elicitation'],
    change: without('action_id'),
  },
  {
    ...CONNECTION,
    name: 'connection-without-id',
    requirement: ACTION_ID['cancel-auth'],
    change: without('action_id'),
  },
  {
    ...TOOLS,
    name: 'tools-without-decisions',
    requirement: R['interactions.approve-tool.decisions-required'],
    change: without('decisions'),
  },
  {
    ...TOOLS,
    name: 'tools-with-no-decision',
    requirement: R['interactions.approve-tool.decisions-required'],
    change: (body) => ({ ...body, decisions: [] }),
  },
  {
    ...TOOLS,
    name: 'decision-without-tool',
    requirement: R['interactions.approve-tool.tool-use-id'],
    change: inDecisions(without('tool_use_id')),
  },
  {
    ...TOOLS,
    name: 'decision-without-approved',
    requirement: R['interactions.approve-tool.approved'],
    change: inDecisions(without('approved')),
  },
  {
    ...PLAN,
    name: 'plan-without-action',
    requirement: R['interactions.respond-plan.action'],
    change: without('action'),
  },
  {
    ...PLAN,
    name: 'plan-with-other-action',
    requirement: R['interactions.respond-plan.action'],
    change: (body) => ({ ...body, action: 'postpone' }),
  },
  {
    ...QUESTION,
    name: 'question-without-action',
    requirement: R['interactions.respond-elicitation.action'],
    change: without('action'),
  },
  {
    ...QUESTION,
    name: 'accept-without-content',
    requirement: R['interactions.respond-elicitation.accept-needs-content'],
    change: without('content'),
  },
  {
    ...QUESTION,
    name: 'question-with-other-action',
    requirement: R['interactions.respond-elicitation.action'],
    change: (body) => ({ ...body, action: 'postpone' }),
  },
  {
    ...QUESTION,
    name: 'accept-with-text',
    requirement: R['interactions.respond-elicitation.content'],
    change: (body) => ({ ...body, content: 'Quayside' }),
  },
  {
    ...TOOLS,
    name: 'decisions-are-an-object',
    requirement: R['interactions.approve-tool.decisions-required'],
    change: (body) => ({ ...body, decisions: (body.decisions as readonly JsonObject[])[0] }),
  },
  {
    ...TOOLS,
    name: 'decisions-are-null',
    requirement: R['interactions.approve-tool.decisions-required'],
    change: (body) => ({ ...body, decisions: null }),
  },
  {
    ...TOOLS,
    name: 'decisions-are-text',
    requirement: R['interactions.approve-tool.decisions-required'],
    change: (body) => ({ ...body, decisions: 'all' }),
  },
  {
    ...TOOLS,
    name: 'tool-is-null',
    requirement: R['interactions.approve-tool.tool-use-id'],
    change: inDecisions((decision) => ({ ...decision, tool_use_id: null })),
  },
  {
    ...TOOLS,
    name: 'tool-is-an-object',
    requirement: R['interactions.approve-tool.tool-use-id'],
    change: inDecisions((decision) => ({ ...decision, tool_use_id: {} })),
  },
  ...[7, null].flatMap((action): readonly Malformed[] => [
    {
      ...PLAN,
      name: `plan-action-is-${action === null ? 'null' : 'a-number'}`,
      requirement: R['interactions.respond-plan.action'],
      change: (body) => ({ ...body, action }),
    },
    {
      ...QUESTION,
      name: `question-action-is-${action === null ? 'null' : 'a-number'}`,
      requirement: R['interactions.respond-elicitation.action'],
      change: (body) => ({ ...body, action }),
    },
  ]),
  {
    ...TOOLS,
    name: 'approved-is-text',
    requirement: R['interactions.approve-tool.approved'],
    change: inDecisions((decision) => ({ ...decision, approved: 'perhaps' })),
  },
  {
    ...TOOLS,
    name: 'approved-is-null',
    requirement: R['interactions.approve-tool.approved'],
    change: inDecisions((decision) => ({ ...decision, approved: null })),
  },
  {
    ...TWO_TOOLS,
    name: 'second-decision-without-tool',
    requirement: R['interactions.approve-tool.tool-use-id'],
    change: inLastDecision(without('tool_use_id')),
  },
  {
    ...TWO_TOOLS,
    name: 'second-decision-without-approved',
    requirement: R['interactions.approve-tool.approved'],
    change: inLastDecision(without('approved')),
  },
];

/** Answers that do not fit their question. Whether the service refuses them is open. */
const UNFITTING: readonly Omit<Malformed, 'requirement'>[] = [
  {
    ...TOOLS,
    name: 'unknown-tool',
    change: inDecisions((decision) => ({ ...decision, tool_use_id: 'call_of_nobody' })),
  },
  { ...TOOLS, name: 'tool-twice', change: withFurther((decisions) => decisions) },
  {
    ...TOOLS,
    name: 'further-tool',
    change: withFurther(() => [{ tool_use_id: 'call_of_nobody', approved: true }]),
  },
  {
    ...TWO_TOOLS,
    name: 'one-of-two-tools',
    change: (body) => ({ ...body, decisions: (body.decisions as readonly JsonObject[]).slice(0, 1) }),
  },
];

/** Wrong types of an `action_id`. Each endpoint refuses each. */
const NO_IDS: readonly (readonly [name: string, value: unknown])[] = [
  ['null', null],
  ['an-object', {}],
  ['a-number', 7],
  ['empty', ''],
];

function without(member: string): (body: JsonObject) => JsonObject {
  return (body) => Object.fromEntries(Object.entries(body).filter(([name]) => name !== member));
}

function inDecisions(change: (decision: JsonObject) => JsonObject): (body: JsonObject) => JsonObject {
  return (body) => ({ ...body, decisions: (body.decisions as readonly JsonObject[]).map(change) });
}

function inLastDecision(change: (decision: JsonObject) => JsonObject): (body: JsonObject) => JsonObject {
  return (body) => {
    const decisions = body.decisions as readonly JsonObject[];
    return {
      ...body,
      decisions: decisions.map((each, at) => (at === decisions.length - 1 ? change(each) : each)),
    };
  };
}

function withFurther(
  further: (decisions: readonly JsonObject[]) => readonly JsonObject[],
): (body: JsonObject) => JsonObject {
  return (body) => {
    const decisions = body.decisions as readonly JsonObject[];
    return { ...body, decisions: [...decisions, ...further(decisions)] };
  };
}

const pending = MALFORMED.map(({ name, requirement, scenario, kind, change }) =>
  check({
    id: `interactions.malformed.${name}`,
    requirements: [requirement, RESOLVES[kind]],
    needs: [`scenario:${scenario}`],
    async run(t) {
      const asked = await raise(t, scenario, kind);
      const { stream, reply } = asked;
      t.expect(requirement).isRefused(await t.main.act(stream.chatId, reply.action, change(reply.body)));
      // Only an accepted answer resolves the interaction, so it is still pending.
      t.expect(RESOLVES[kind]).succeeds(await answer(t, asked));
    },
  }),
);

const stillPending = UNFITTING.map(({ name, scenario, kind, change }) =>
  check({
    id: `interactions.malformed.unfitting.${name}`,
    requirements: [RESOLVES[kind]],
    needs: [`scenario:${scenario}`],
    async run(t) {
      const asked = await raise(t, scenario, kind);
      const { stream, reply } = asked;
      const sent = await t.main.act(stream.chatId, reply.action, change(reply.body));
      t.skipIf(sent.isSuccess || sent.status >= 500, 'the service does not refuse the answer');
      // Only an accepted answer resolves the interaction, so it is still pending.
      t.expect(RESOLVES[kind]).succeeds(await answer(t, asked));
    },
  }),
);

const withoutUsableId = RAISING_PLACES.flatMap(({ name: place, scenario, kind }) =>
  NO_IDS.map(([name, value]) =>
    check({
      id: `interactions.malformed.${place}.id-is-${name}`,
      requirements: [REQUIRES_ID[kind]],
      needs: [`scenario:${scenario}`],
      async run(t) {
        const { stream, reply } = await raise(t, scenario, kind);
        const body = { ...reply.body, action_id: value };
        t.expect(REQUIRES_ID[kind]).isRefused(await t.main.act(stream.chatId, reply.action, body));
      },
    }),
  ),
);

/** Bodies that section 4.4 forbids, each with one fault. The service may refuse them with any code. */
export const malformedChecks = [
  ...pending,
  ...stillPending,
  ...withoutUsableId,

  check({
    id: 'interactions.malformed.nothing-pending',
    requirements: Object.values(ACTION_ID),
    async run(t) {
      const chatId = await chatOf(t);
      for (const { action, body } of repliesTo(t.freshId())) {
        const sent = await t.main.act(chatId, action, without('action_id')(body));
        t.expect(ACTION_ID[action as keyof typeof ACTION_ID]).isRefused(sent);
      }
    },
  }),
];
