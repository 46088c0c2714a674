import type { RequirementId, ScenarioName } from '../../../../../generated/ids.d.ts';
import { writeJson } from '../../../../exact-json/exact-number.ts';
import type { Act, ScriptedCall, ScriptedPlan } from '../../../../rig/script/act.ts';
import type { LiveEvent, LiveStream } from '../../../drive/live-stream.ts';
import { isObject, isSameJson, type JsonObject, objectsIn } from '../../../judge/json.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import {
  type Asked,
  nextAsked,
  raise,
  requireCalls,
  respond,
  toolsOf,
} from '../../check-kit/interaction-replies.ts';
import { callsOf, composeTurn, scriptOf } from '../../check-kit/scripted-turn.ts';
import { finish } from '../../check-kit/turns.ts';

/** The turns that ask for approval of a script's calls. */
const APPROVALS: readonly { readonly name: string; readonly scenario: ScenarioName }[] = [
  { name: 'tool', scenario: 'tool_approval' },
  { name: 'two-tools', scenario: 'tool_approval_two_tools' },
  { name: 'task', scenario: 'agents_with_tool_approval' },
];

/** All its steps and texts differ, and its first step uses no tool. */
const PLAN: ScriptedPlan = {
  title: 'Order the tide tables',
  context: 'The shelf at the quay is empty.',
  steps: [
    { step: 1, action: 'Look at the shelf' },
    { step: 2, action: 'Find the ticket', tool: 'find_tickets' },
    { step: 3, action: 'Order copies', tool: 'order_books' },
    { step: 4, action: 'Tell the branch' },
    ...Array.from({ length: 20 }, (_, at) => ({ step: 5 + at, action: `Look at shelf ${at}` })),
  ],
  notes: 'Nothing is paid before Friday.',
};

/** The members of a plan, with their requirements. */
const OF_PLAN = [
  { member: 'title', requirement: R['payloads.plan.title'] },
  { member: 'context', requirement: R['payloads.plan.context'] },
  { member: 'notes', requirement: R['payloads.plan.notes'] },
] as const satisfies readonly { readonly member: keyof ScriptedPlan; readonly requirement: RequirementId }[];

const QUESTIONS = [
  {
    message: 'Which branch, and when?',
    schema: {
      type: 'object',
      properties: { branch: { type: 'string' }, day: { type: 'string' } },
      required: ['branch', 'day'],
    },
  },
  {
    message: 'How many copies?',
    schema: {
      type: 'object',
      properties: { copies: { type: 'integer' }, remark: { type: 'string' } },
      required: ['copies'],
    },
  },
  {
    message: 'Which shelves?',
    schema: {
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 20 }, (_, at) => [`shelf_${at}`, { type: 'string' }]),
      ),
      required: ['shelf_0', 'shelf_19'],
    },
  },
];

/** Interactions and steps report what the script did (sections 2.3 and 2.6). */
export const payloadChecks: readonly Check[] = [
  ...APPROVALS.flatMap(({ name, scenario }) =>
    [true, false].map((approved) =>
      check({
        id: `interactions.told.${name}.${approved ? 'approved' : 'refused'}`,
        requirements: [
          R['payloads.tool-approval.name'],
          R['payloads.tool-approval.input'],
          R['steps.tool-calls.input'],
          R['steps.tool-calls.tool-use-id'],
          R['agents.step.inside-task'],
        ],
        needs: [`scenario:${scenario}`],
        async run(t) {
          const calls = callsOf(scriptOf(t, scenario));
          const raised = await raise(t, scenario, 'tool_approval');
          const { stream, asked } = raised;
          const tools = toolsOf(asked);
          await requireCalls(t, raised, calls.length);
          expectCalls(t, stream, tools, calls);
          const decisions = tools.map(({ tool_use_id }) => ({ tool_use_id, approved }));
          t.requireSuccess(await respond(t, stream, asked, { decisions }));
          const end = await finish(t, stream, { approved });
          const steps = objectsIn(end?.data.steps);
          expectSameIds(
            t,
            stream,
            tools,
            steps.flatMap(({ tool_calls: shown }) => objectsIn(shown)),
          );
          expectSameTask(t, stream, asked, steps);
        },
      }),
    ),
  ),

  check({
    id: 'interactions.told.plan',
    requirements: [
      ...OF_PLAN.map(({ requirement }) => requirement),
      R['payloads.plan.steps'],
      R['payloads.plan.step-tool'],
    ],
    needs: ['scenario:plan'],
    async run(t) {
      skipUnless(t, 'plan', (act) => 'plan' in act);
      const { stream, asked } = await t.raise({
        ...t.scenario('plan'),
        content: composeTurn(t, [{ plan: PLAN }, { say: 'Done.' }]).content,
      });
      const payload = isObject(asked.data.payload) ? asked.data.payload : {};
      const plan = isObject(payload.plan) ? payload.plan : {};
      // The contract leaves the types of these members open, so null is allowed too.
      for (const { member, requirement } of OF_PLAN)
        if (typeof plan[member] === 'string')
          t.expect(requirement).equals(stream, plan[member], PLAN[member], `/payload/plan/${member}`);
      const steps = objectsIn(plan.steps);
      t.expect('payloads.plan.steps').equals(
        stream,
        steps.map(({ action }) => action),
        PLAN.steps.map(({ action }) => action),
        '/payload/plan/steps',
      );
      t.expect('payloads.plan.step-tool').equals(
        stream,
        steps.map(({ tool }) => tool !== undefined),
        PLAN.steps.map(({ tool }) => tool !== undefined),
        '/payload/plan/steps',
      );
    },
  }),

  check({
    id: 'interactions.told.questions',
    requirements: [R['payloads.elicitation.message'], R['payloads.elicitation.requested-schema']],
    needs: ['scenario:elicitation'],
    async run(t) {
      skipUnless(t, 'elicitation', (act) => 'ask' in act);
      const stream = await t.open({
        ...t.scenario('elicitation'),
        content: composeTurn(t, [...QUESTIONS.map((ask): Act => ({ ask })), { echo: 'results' }]).content,
      });
      for (const { message, schema } of QUESTIONS) {
        const next = await nextAsked(t, stream, 'elicitation');
        t.require(next !== undefined, 'the connector did not ask');
        const { asked } = next as Asked;
        const payload = isObject(asked.data.payload) ? asked.data.payload : {};
        const others = QUESTIONS.map((question) => question.message).filter((other) => other !== message);
        // A service may reword a message, but must not show the message of another question.
        t.expect('payloads.elicitation.message').isTrue(
          stream,
          !others.includes(String(payload.message)),
          message,
          payload.message,
          '/payload/message',
        );
        t.expect('payloads.elicitation.requested-schema').equals(
          stream,
          membersOf(payload.requested_schema),
          membersOf(schema),
          '/payload/requested_schema',
        );
        t.requireSuccess(await respond(t, stream, asked));
      }
      await finish(t, stream);
    },
  }),
];

/**
 * Each call appears as a tool of the approval, with its input and its name. A service may extend the name, or show a different display
 * name.
 */
function expectCalls(
  t: CheckContext,
  stream: LiveStream,
  tools: readonly JsonObject[],
  calls: readonly ScriptedCall[],
): void {
  const isNamed = ({ name }: JsonObject, { tool }: ScriptedCall) => String(name).includes(tool);
  const areNamed = tools.some((shown) => calls.some((call) => isNamed(shown, call)));
  for (const call of calls) {
    const named = areNamed ? tools.filter((shown) => isNamed(shown, call)) : tools;
    t.expect('payloads.tool-approval.name').isTrue(
      stream,
      named.length > 0,
      `the tool ${call.tool}`,
      tools.map(({ name }) => name),
      '/payload/tools',
    );
    const { input: given = {} } = call;
    t.expect('payloads.tool-approval.input').isTrue(
      stream,
      named.some(({ input }) => isObject(input) && contains(input, given)),
      `the input ${writeJson(given)}`,
      named.map(({ input }) => input),
      '/payload/tools',
    );
  }
}

/** The steps show a call with the same id and input as its approval. Steps may omit calls. */
function expectSameIds(
  t: CheckContext,
  stream: LiveStream,
  tools: readonly JsonObject[],
  shown: readonly JsonObject[],
): void {
  for (const { name, input, tool_use_id: id } of tools) {
    const alike = shown.filter((call) => call.name === name);
    if (alike.length === 0) continue;
    const same = alike.find((call) => call.tool_use_id === id);
    const ids = alike.map((call) => call.tool_use_id);
    t.expect('steps.tool-calls.tool-use-id').isTrue(
      stream,
      same !== undefined,
      `the call ${String(id)}, as in its approval`,
      ids,
      '/steps',
    );
    t.expect('steps.tool-calls.input').isTrue(
      stream,
      isObject(same?.input) && isObject(input) && shares(same.input, input),
      `something of the input ${writeJson(input)}`,
      same?.input,
      '/steps',
    );
  }
}

/** If an agent's task asked for a call, the steps about the call name this task. */
function expectSameTask(
  t: CheckContext,
  stream: LiveStream,
  asked: LiveEvent,
  steps: readonly JsonObject[],
): void {
  const { agent } = asked.data;
  if (!isObject(agent)) return;
  const ids = toolsOf(asked).map(({ tool_use_id }) => tool_use_id);
  for (const step of steps) {
    if (!objectsIn(step.tool_calls).some(({ tool_use_id }) => ids.includes(tool_use_id))) continue;
    const named = isObject(step.agent) ? step.agent.task_id : undefined;
    t.expect('agents.step.inside-task').equals(stream, named, agent.task_id, '/steps');
  }
}

/** Whether an input contains all members of another. A service may write a number as text, and may add defaults. */
function contains(shown: JsonObject, input: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(input).every(([name, value]) => {
    const found = shown[name];
    return isObject(value) ? isObject(found) && contains(found, value) : String(found) === String(value);
  });
}

/** Whether two inputs have a member in common. A service may shorten inputs in its steps. */
function shares(shown: JsonObject, input: JsonObject): boolean {
  const members = Object.entries(input);
  return members.length === 0 || members.some(([name, value]) => isSameJson(shown[name], value));
}

/** The names of the members and of the required members of a flat schema. */
function membersOf(schema: unknown): JsonObject {
  const { properties, required } = isObject(schema) ? schema : {};
  return {
    properties: Object.keys(isObject(properties) ? properties : {}).sort(),
    required: (Array.isArray(required) ? [...required] : []).sort(),
  };
}

/** @throws NothingToSee if the target's tools have their own names, since only the target knows how it uses their inputs */
function skipUnless(t: CheckContext, scenario: ScenarioName, isPlain: (act: Act) => boolean): void {
  t.skipIf(!scriptOf(t, scenario).some(isPlain), `the script of ${scenario} names the tools of the target`);
}
