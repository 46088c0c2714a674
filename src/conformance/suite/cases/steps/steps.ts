import type { ScenarioName } from '../../../../../generated/ids.d.ts';
import { isInteger, writeJson } from '../../../../exact-json/exact-number.ts';
import type { Act, Script, ScriptedCall } from '../../../../rig/script/act.ts';
import type { LiveStream } from '../../../drive/live-stream.ts';
import { isObject, type JsonObject, objectsIn } from '../../../judge/json.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { actsRepeated, callsOf, inEachTask, scriptOf, withScript } from '../../check-kit/scripted-turn.ts';
import { finish } from '../../check-kit/turns.ts';

/** Turns whose steps end differently: steps that succeed, and steps of a task that fails. */
const ENDS: readonly { readonly id: string; readonly scenario: ScenarioName }[] = [
  { id: 'steps.duration', scenario: 'steps' },
  { id: 'steps.task-failure', scenario: 'agents_task_failure' },
];

/** The steps of a turn, however they end (section 2.3). The checks cause the steps; the judge verifies the shape of every step in a run. */
const endChecks: readonly Check[] = ENDS.map(({ id, scenario }) =>
  check({
    id,
    requirements: [R['steps.duration.integer']],
    needs: [`scenario:${scenario}`],
    async run(t) {
      const stream = await t.open(t.scenario(scenario));
      const end = await finish(t, stream);
      t.require(end !== undefined, 'the turn stalled');
      const history = await t.main.history(stream.chatId);

      const claim = t.expect('steps.duration.integer');
      // An optional member may be null.
      for (const [source, turns] of [
        [stream, stream.events.map(({ data }) => data)],
        [history, history.items],
      ] as const)
        for (const { duration } of turns.flatMap(({ steps }) => objectsIn(steps)))
          claim.isTrue(source, isInteger(duration ?? 0), 'an integer', duration, '/steps');
    },
  }),
);

const DONE: Act = { say: 'That is done.' };

/** Turns whose script calls tools that need no approval, and how their steps show the calls (section 2.3). */
const callChecks: readonly Check[] = [
  check({
    id: 'steps.tool-calls.as-called',
    requirements: [R['steps.tool-calls.input'], R['steps.tool-calls.tool-use-id']],
    needs: ['scenario:tool_use'],
    async run(t) {
      const stream = await t.open(withScript(t.scenario('tool_use'), twice));
      const end = await finish(t, stream);
      expectCalls(t, stream, callsOf(scriptOf(t, 'tool_use')), objectsIn(end?.data.steps));
    },
  }),

  check({
    id: 'steps.tool-calls.of-task',
    requirements: [
      R['steps.tool-calls.input'],
      R['steps.tool-calls.tool-use-id'],
      R['agents.step.inside-task'],
    ],
    needs: ['scenario:agents_with_tool'],
    async run(t) {
      const turn = t.scenario('agents_with_tool', { permission_mode: 'auto' });
      const stream = await t.open(withScript(turn, (script) => [...inEachTask(script, twice), DONE]));
      const end = await finish(t, stream);
      const steps = objectsIn(end?.data.steps);
      const calls = callsOf(scriptOf(t, 'agents_with_tool'));
      expectCalls(t, stream, calls, steps);
      const tasks = steps.filter(({ key }) => key === 'agent').map(taskOf);
      for (const step of steps.filter((each) => calls.some((call) => isAbout(each, call))))
        t.expect('agents.step.inside-task').isTrue(
          stream,
          tasks.length === 0 || tasks.includes(taskOf(step)),
          'the task that called the tool',
          step.agent,
          '/steps',
        );
    },
  }),
];

export const stepChecks: readonly Check[] = [...endChecks, ...callChecks];

/** The calls of a script, made twice, so that the steps show several. */
function twice(script: Script): Script {
  return [...actsRepeated(script, 2), DONE];
}

/** Each call in the steps has its input and its own id. Steps may omit calls. */
function expectCalls(
  t: CheckContext,
  stream: LiveStream,
  calls: readonly ScriptedCall[],
  steps: readonly JsonObject[],
): void {
  const shown = steps.flatMap(({ tool_calls: of }) => objectsIn(of));
  for (const { tool, input = {} } of calls) {
    const members = Object.entries(input);
    const [call] = shown.filter(({ name }) => String(name).includes(tool));
    if (!call || members.length === 0) continue;
    t.expect('steps.tool-calls.input').isTrue(
      stream,
      isObject(call.input) && sharesOne(call.input, members),
      `something of the input ${writeJson(input)}`,
      call.input,
      '/steps',
    );
  }
  const ids = shown.map(({ tool_use_id: id }) => id);
  if (ids.length < 2) return;
  t.expect('steps.tool-calls.tool-use-id').isTrue(
    stream,
    new Set(ids).size > 1,
    'an id of its own for each call',
    ids,
    '/steps',
  );
}

/** A service may shorten an input, and may write a number as text. */
function sharesOne(shown: JsonObject, members: readonly (readonly [string, unknown])[]): boolean {
  return members.some(([name, value]) => isObject(value) || String(shown[name]) === String(value));
}

function isAbout(step: JsonObject, { tool }: ScriptedCall): boolean {
  return objectsIn(step.tool_calls).some(({ name }) => String(name).includes(tool));
}

function taskOf({ agent }: JsonObject): unknown {
  return isObject(agent) ? agent.task_id : undefined;
}
