import { type Check, check } from '../../check-kit/check.ts';
import { ASKING_PLACES, answer, raise } from '../../check-kit/interaction-replies.ts';
import { showListed } from '../../check-kit/shown-turn.ts';
import { finish } from '../../check-kit/turns.ts';
import { isObject, type JsonObject, objectsIn } from '../../judge/json.ts';
import { allowedRows } from './allowed-rows.ts';

const OF_TASKS = ASKING_PLACES.filter(({ name }) => name.startsWith('task-'));

/** Every kind of interaction that the task of an agent raises: it names the task, and is answered like any other (sections 2.3 and 6). */
export const interactionTaskChecks: readonly Check[] = OF_TASKS.map(({ name, kind, scenario }) =>
  check({
    id: `interactions.${name}.names-task`,
    requirements: [
      // A message.action_required that an agent task raised carries `agent`, an object.
      'events.action.agent-when-task',
      // A task has the same `task_id` in the steps, the interactions, the terminal event and the history of
      // its message.
      'agents.task.correlates',
      // Each kind of interaction is resolved through its own endpoint.
      'stream.action.own-endpoint',
      // A second answer to an interaction gets 409 api_v1_action_not_pending.
      'errors.action-not-pending.answer',
      // The `agent` of a message.action_required carries `name`.
      'events.action.agent-name',
    ],
    needs: [`scenario:${scenario}`],
    async run(t) {
      const asked = await raise(t, scenario, kind);
      const { stream } = asked;
      const { agent } = asked.asked.data;
      t.expect('events.action.agent-when-task').holds(
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

      if (!stream.terminal) await finish(t, stream);
      const { terminal } = stream;
      if (terminal?.type !== 'message.completed') return;
      const listed = await showListed(t, stream.chatId, terminal.data.id);
      const claim = t.expect('agents.task.correlates');
      for (const { source, turn } of [{ source: stream, turn: terminal.data }, listed]) {
        const tasks = tasksIn(turn);
        const task = isObject(agent) ? agent.task_id : undefined;
        claim.holds(
          source,
          tasks.length === 0 || tasks.includes(task),
          'the task that asked',
          tasks,
          '/steps',
        );
      }
      const named = isObject(agent) ? namesIn(terminal.data, agent.task_id) : [];
      t.expect('events.action.agent-name').holds(
        stream,
        !isObject(agent) || named.length === 0 || named.includes(agent.name),
        `the name that the steps give the task, ${JSON.stringify(named)}`,
        isObject(agent) ? agent.name : undefined,
        '/agent/name',
      );
      // The judge compares the members of the replay with those of the first stream.
      const replay = await t.open(t.scenario(scenario), { chatId: stream.chatId, key: stream.key });
      await replay.rest();
    },
  }),
);

/** The ids of the tasks that the steps of a turn show. */
function tasksIn({ steps }: JsonObject): readonly unknown[] {
  return objectsIn(steps).flatMap(({ agent }) => (isObject(agent) ? [agent.task_id] : []));
}

/** The names that the steps of a turn give a task. */
function namesIn({ steps }: JsonObject, id: unknown): readonly unknown[] {
  return objectsIn(steps).flatMap(({ agent }) =>
    isObject(agent) && agent.task_id === id && agent.name !== undefined ? [agent.name] : [],
  );
}
