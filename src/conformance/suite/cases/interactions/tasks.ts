import type { Need } from '../../../../../generated/ids.d.ts';
import type { Script } from '../../../../rig/script/act.ts';
import type { Turn } from '../../../drive/actor.ts';
import { isObject, type JsonObject, objectsIn } from '../../../judge/json.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { type Asked, answer, nextAsked, raise } from '../../check-kit/interaction-replies.ts';
import { type RaisingPlace, TASK_PLACES } from '../../check-kit/raising-places.ts';
import {
  askingActOf,
  composeTurn,
  inEachTask,
  inTasks,
  scriptOf,
  toldByTasks,
  withScript,
} from '../../check-kit/scripted-turn.ts';
import { showListed } from '../../check-kit/shown-turn.ts';
import { finish } from '../../check-kit/turns.ts';
import { askedBeside } from '../../check-kit/two-interactions.ts';
import { allowedRows } from './allowed-rows.ts';

/** A task that raises an interaction, in its own turn. */
interface AskingTask extends RaisingPlace {
  readonly needs?: readonly Need[];
  /** Whether a service may continue without asking. */
  readonly mayNotAsk?: boolean;
  turnOf(t: CheckContext): Turn;
}

/** Interactions of tasks, in each permission mode that raises them, and those of temporary agents. */
const ASKING_TASKS: readonly AskingTask[] = TASK_PLACES.flatMap((place): readonly AskingTask[] => {
  const { name, kind, scenario } = place;
  return [
    { ...place, turnOf: (t) => t.scenario(scenario) },
    {
      ...place,
      name: `${name}.temporary`,
      situation: { ...place.situation, chat: 'temporary agent' },
      needs: ['scenario:agents_temporary'],
      // A temporary agent may have no connectors.
      mayNotAsk: true,
      turnOf(t) {
        const asking = askingActOf(scriptOf(t, scenario));
        return withScript(composeTurn(t, 'agents_temporary', scenario), () => [
          ...inTasks(scriptOf(t, 'agents_temporary'), [asking, { say: 'Done.' }]),
          { say: 'Done.' },
        ]);
      },
    },
    ...(kind === 'auth_required'
      ? [
          {
            ...place,
            name: `${name}-in-auto`,
            situation: { ...place.situation, chat: 'in auto mode' },
            mayNotAsk: true,
            turnOf: (t: CheckContext) => t.scenario(scenario, { permission_mode: 'auto' }),
          },
        ]
      : []),
  ];
});

/** Every kind of interaction that an agent's task raises: it names the task, and is answered like any other (sections 2.3 and 6). */
const namedTaskChecks: readonly Check[] = ASKING_TASKS.map(
  ({ name, kind, scenario, situation, needs = [], mayNotAsk = false, turnOf }) =>
    check({
      id: `interactions.${name}.names-task`,
      situations: [{ probe: 'task of a question', ...situation }],
      requirements: [
        R['events.action.agent-when-task'],
        R['agents.task.correlates'],
        R['stream.action.own-endpoint'],
        R['errors.action-not-pending.answer'],
        R['events.action.agent-name'],
      ],
      arranges: ['answered-interaction'],
      needs: [`scenario:${scenario}`, ...needs],
      async run(t) {
        const turn = turnOf(t);
        const stream = await t.open(turn);
        const asked = await nextAsked(t, stream, kind);
        t.require(asked !== undefined || mayNotAsk, 'the task does not ask');
        if (!asked) return t.skipIf(true, 'the task need not ask here, and does not');
        const { agent } = asked.asked.data;
        t.expect('events.action.agent-when-task').isTrue(
          stream,
          isObject(agent),
          'agent, since the task of an agent asks',
          agent,
          '/agent',
        );
        t.expect('stream.action.own-endpoint').succeeds(await answer(t, asked));
        const second = await answer(t, asked);
        t.expect('errors.action-not-pending.answer').failsWith(
          second,
          ...(await allowedRows(t, asked, second)),
        );

        await finish(t, stream);
        const { terminal } = stream;
        if (terminal?.type !== 'message.completed') return;
        const listed = await showListed(t, stream.chatId, terminal.data.id);
        const claim = t.expect('agents.task.correlates');
        for (const { source, turn } of [{ source: stream, turn: terminal.data }, listed]) {
          const tasks = tasksIn(turn);
          const task = isObject(agent) ? agent.task_id : undefined;
          claim.isTrue(
            source,
            tasks.length === 0 || tasks.includes(task),
            'the task that asked',
            tasks,
            '/steps',
          );
        }
        const named = isObject(agent) ? namesIn(terminal.data, agent.task_id) : [];
        t.expect('events.action.agent-name').isTrue(
          stream,
          !isObject(agent) || named.length === 0 || named.includes(agent.name),
          `the name that the steps give the task, ${JSON.stringify(named)}`,
          isObject(agent) ? agent.name : undefined,
          '/agent/name',
        );
        // The judge compares the members of the replay with the first stream.
        const replay = await t.open(turn, { chatId: stream.chatId, key: stream.key });
        await replay.rest();
      },
    }),
);

/** Two tasks raise the same kind of interaction at once, and each interaction names its own task (section 6). */
const twoTaskChecks: readonly Check[] = TASK_PLACES.map(({ name, kind, scenario, situation }) =>
  check({
    id: `interactions.${name}.two-tasks`,
    situations: [{ probe: 'tasks of two questions', ...situation }],
    requirements: [R['agents.task.correlates'], R['stream.action.resolved-separately']],
    needs: ['scenario:agents_two_actions', `scenario:${scenario}`],
    async run(t) {
      const asking = askingActOf(scriptOf(t, scenario));
      const turn = withScript(composeTurn(t, 'agents_two_actions', scenario), () =>
        toldByTasks(scriptOf(t, 'agents_two_actions'), [asking, { echo: 'results' }]),
      );
      const first = await raise(t, turn, kind);
      const { stream } = first;
      const second = await askedBeside(t, first, kind);
      if (!second) return t.skipIf(true, 'only one of the two tasks asks');
      const [one, other] = [first, second].map(({ asked: { data } }) =>
        isObject(data.agent) ? data.agent.task_id : undefined,
      );
      t.expect('agents.task.correlates').isTrue(
        stream,
        one !== other,
        'the id of the other task',
        other,
        '/agent/task_id',
      );
      const claim = t.expect('stream.action.resolved-separately');
      claim.succeeds(await answer(t, second));
      claim.succeeds(await answer(t, first));
      await finish(t, stream);
      // The judge compares the tasks of the stream with the listing.
      await t.main.history(stream.chatId);
    },
  }),
);

/** Matches what the tasks ask, which they repeat in their results. */
const DESK = /Desk \d+\./g;

/** The answer to an interaction reaches the task that raised it, in whatever order the answers come (section 4.4). */
const ownAnswerCheck = check({
  id: 'interactions.task-elicitation.own-answer',
  requirements: [R['interactions.respond-elicitation.accept-answers']],
  needs: ['scenario:agents_two_actions', 'scenario:agents_with_elicitation'],
  async run(t) {
    const asking = askingActOf(scriptOf(t, 'agents_with_elicitation'));
    if (!('ask' in asking)) return t.skipIf(true, 'the script of the task asks no question');
    const play = (desk: string): Script => [
      { ask: { ...asking.ask, message: desk } },
      { echo: 'results' },
      { say: desk },
    ];
    const turn = withScript(composeTurn(t, 'agents_two_actions', 'agents_with_elicitation'), () => [
      ...inEachTask(scriptOf(t, 'agents_two_actions'), (_, at) => play(`Desk ${at + 1}.`)),
      { echo: 'results' },
    ]);
    const words = [t.freshId(), t.freshId()] as const;
    const first = await raise(t, turn, 'elicitation', { word: words[0] });
    const { stream } = first;
    const second = await askedBeside(t, first, 'elicitation', { word: words[1] });
    if (!second) return t.skipIf(true, 'only one of the two tasks asks');
    t.requireSuccess(await answer(t, second));
    t.requireSuccess(await answer(t, first));
    const content = String((await finish(t, stream))?.data.content);
    const desks: readonly string[] = content.match(DESK) ?? [];
    const told = content.split(DESK);
    const toldAfter = ({ asked: { data } }: Asked) =>
      isObject(data.payload) ? told[desks.indexOf(String(data.payload.message))] : undefined;
    const both = [toldAfter(first), toldAfter(second)] as const;
    t.skipIf(
      !both.every((own) => own !== undefined && words.some((word) => own.includes(word))),
      'the turn does not repeat what its tasks say',
    );
    for (const [at, own] of both.entries())
      t.expect('interactions.respond-elicitation.accept-answers').isTrue(
        stream,
        own?.includes(words[at] ?? '') === true,
        'a task that goes on with the answer to its own question',
        own,
        '/content',
      );
  },
});

export const interactionTaskChecks: readonly Check[] = [...namedTaskChecks, ...twoTaskChecks, ownAnswerCheck];

/** The ids of the tasks in the steps of a turn. */
function tasksIn({ steps }: JsonObject): readonly unknown[] {
  return objectsIn(steps).flatMap(({ agent }) => (isObject(agent) ? [agent.task_id] : []));
}

/** The names that the steps of a turn give to a task. */
function namesIn({ steps }: JsonObject, id: unknown): readonly unknown[] {
  return objectsIn(steps).flatMap(({ agent }) =>
    isObject(agent) && agent.task_id === id && agent.name !== undefined ? [agent.name] : [],
  );
}
