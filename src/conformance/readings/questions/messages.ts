import { isInteger, numberOf } from '../../../exact-json/exact-number.ts';
import { isObject, type JsonObject, objectsIn } from '../../judge/json.ts';
import { always, type Question, type Test } from '../question.ts';
import type { RunFacts, TurnFacts } from '../run-facts.ts';
import type { Seen } from '../seen.ts';

const NULLABLE = ['usage', 'anonymization', 'metadata'];
const LISTS = ['steps', 'sources'];
const SOURCE = ['workspace_id', 'file_id', 'score'];
const STEP_OPTIONALS = ['duration', 'detail', 'tokens', 'tool_calls', 'agent_task_ids'];
const FAILED: readonly unknown[] = ['upstream_error', 'turn_timeout'];

/** The members of turns, and what the history shows of them. */
export const messageQuestions: readonly Question[] = [
  {
    point: 'A-88',
    on: ['listMessages'],
    readings: {
      pending: ({ items }) => items.some(({ status }) => status === 'pending'),
      'other-status': (seen, run) =>
        run.running(seen).some((turn) => {
          const status = seen.items.find(({ id }) => id === turn.id)?.status;
          // The turn may have ended before its last event arrived.
          return turn.end !== 'answer' && status !== undefined && `message.${status}` !== turn.end;
        }),
      unlisted: (seen, run) =>
        run.running(seen).some(({ id, end }) => end !== 'answer' && isMissing(seen, id)),
    },
  },
  {
    point: 'A-89',
    on: ['listMessages'],
    readings: {
      error: showsFailed(({ status }) => status === 'error'),
      'cancelled-when-cut': showsFailed(({ status }) => status === 'cancelled'),
      unlisted: (seen, run) => failed(seen, run).some(({ id }) => isMissing(seen, id)),
    },
  },
  {
    point: 'A-90',
    when: (seen) => shownOutsideStreams(seen).length > 0,
    readings: {
      'absent-when-null': (seen) => shownOutsideStreams(seen).some((turn) => lacks(turn, NULLABLE)),
      'absent-when-empty': (seen) => shownOutsideStreams(seen).some((turn) => lacks(turn, LISTS)),
      'always-present': always,
    },
    unless: ['always-present'],
    mayCombine: true,
  },
  {
    point: 'A-91',
    readings: {
      'exact-sum': (seen) => usagesIn(seen).some((usage) => excess(usage) === 0),
      'larger-total': (seen) => usagesIn(seen).some((usage) => excess(usage) > 0),
    },
    unless: ['exact-sum'],
  },
  {
    point: 'A-91',
    when: ({ turn }) =>
      isObject(turn?.agents) && isObject(turn.usage) && objectsIn(turn.agent_runs).length === 0,
    readings: {
      'agent-tokens-zero': ({ turn }) => memberOf(turn?.usage, 'agent_tokens') === 0,
      'agent-tokens-absent': ({ turn }) => memberOf(turn?.usage, 'agent_tokens') === undefined,
    },
  },
  {
    point: 'A-92',
    readings: {
      'tokens-object': hasStep((step) => isObject(step.tokens) || isObject(step.detail)),
      'tokens-integer': hasStep((step) => isInteger(step.tokens)),
    },
  },
  {
    point: 'A-92',
    readings: { 'null-optionals': hasStep((step) => STEP_OPTIONALS.some((name) => step[name] === null)) },
  },
  {
    point: 'A-93',
    readings: {
      'tool-calls-array': hasAgent((agent) => Array.isArray(agent.tool_calls)),
      'tool-calls-count': hasAgent((agent) => isInteger(agent.tool_calls)),
    },
  },
  {
    point: 'A-93',
    readings: {
      'agent-id-null': hasStep(
        ({ key, agent }) => key === 'agent' && isObject(agent) && agent.agent_id === null,
      ),
      'agent-id-absent': hasStep(
        ({ key, agent }) => key === 'agent' && isObject(agent) && agent.agent_id === undefined,
      ),
    },
  },
  {
    point: 'A-94',
    when: ({ turn }) => memberOf(turn?.agents, 'supported') === true,
    readings: {
      'reason-text': ({ turn }) => typeof memberOf(turn?.agents, 'reason') === 'string',
      'reason-null': always,
    },
  },
  {
    point: 'A-141',
    on: ['sendMessage', 'streamMessage', 'listMessages'],
    when: ({ isSuccess }) => isSuccess,
    readings: { null: ({ hasNulls }) => hasNulls, absent: always },
    unless: ['absent'],
  },
  {
    point: 'A-95',
    when: ({ turn }) => objectsIn(turn?.sources).length > 0,
    readings: {
      extended: ({ turn }) =>
        objectsIn(turn?.sources).some((source) => Object.keys(source).some((name) => !SOURCE.includes(name))),
      minimal: always,
    },
    unless: ['minimal'],
  },
  {
    point: 'A-96',
    when: (seen) => seen.isAboutPoint('A-96') && seen.isSuccess,
    readings: {
      listed: ({ id, items }, run) =>
        items.some((item) => run.chat(id)?.turns.every((turn) => turn.id !== item.id)),
      unlisted: always,
    },
  },
  {
    point: 'A-97',
    on: ['listMessages'],
    readings: {
      original: showsMasked((prompt, content) => prompt === content),
      masked: showsMasked((prompt, content) => typeof prompt === 'string' && prompt !== content),
    },
    // A prompt in which there is nothing to mask is the same in both.
    unless: ['original'],
  },
];

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

/** Whether a listing of the whole chat lacks a turn. */
function isMissing({ isSuccess, items, meta }: Seen, turn: unknown): boolean {
  return (
    isSuccess && turn !== undefined && meta.total === items.length && items.every(({ id }) => id !== turn)
  );
}

/** The turns of a chat that had failed before a listing. */
function failed({ id, sentAt }: Seen, run: RunFacts): readonly TurnFacts[] {
  const turns = run.chat(id)?.turns ?? [];
  return turns.filter(
    ({ failure, to }) => FAILED.includes(failure) && (to ?? Number.POSITIVE_INFINITY) <= sentAt,
  );
}

function showsFailed(test: (item: JsonObject) => boolean): Test {
  return (seen, run) => {
    const turns = failed(seen, run);
    return (
      turns.length > 0 && seen.items.some((item) => test(item) && turns.some(({ id }) => id === item.id))
    );
  };
}

/** The turns in blocking answers and listings, which may leave out members. */
function shownOutsideStreams({ operation, isSuccess, data, items }: Seen): readonly JsonObject[] {
  if (!isSuccess) return [];
  if (operation === 'sendMessage') return [data];
  return operation === 'listMessages' ? items.filter(({ status }) => status !== 'pending') : [];
}

function lacks(turn: JsonObject, names: readonly string[]): boolean {
  return names.some((name) => turn[name] === undefined);
}

function usagesIn(seen: Seen): readonly JsonObject[] {
  return [...shownOutsideStreams(seen), seen.turn].flatMap((turn) =>
    isObject(turn?.usage) ? [turn.usage] : [],
  );
}

/** By how much the total of tokens is larger than the sum of its parts; not a number if a counter is missing. */
function excess({ total_tokens, prompt_tokens, completion_tokens, agent_tokens = 0 }: JsonObject): number {
  return [prompt_tokens, completion_tokens, agent_tokens].reduce<number>(
    (rest, part) => rest - (numberOf(part) ?? Number.NaN),
    numberOf(total_tokens) ?? Number.NaN,
  );
}

/** Tests the steps that an answer or a stream shows. */
function hasStep(test: (step: JsonObject) => boolean): Test {
  return (seen) => {
    const turns = [...shownOutsideStreams(seen), ...seen.events.map(({ data }) => data)];
    return turns.some(({ steps }) => objectsIn(steps).some(test));
  };
}

function hasAgent(test: (agent: JsonObject) => boolean): Test {
  return hasStep(({ agent }) => isObject(agent) && test(agent));
}

/** Compares the prompt of a turn in incognito mode with what the client sent. */
function showsMasked(test: (prompt: unknown, content: unknown) => boolean): Test {
  return ({ id, items }, run) =>
    items.some((item) => {
      const turn = isObject(item.anonymization) && run.chat(id)?.turns.find((each) => each.id === item.id);
      return turn && test(item.prompt, run.exchange(turn).sent.content);
    });
}
