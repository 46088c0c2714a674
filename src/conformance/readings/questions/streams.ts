import { isObject, objectsIn } from '../../judge/json.ts';
import { describeDispatch, isWork } from '../../judge/rules/dispatch.ts';
import { EVENTS } from '../../judge/rules/event-names.ts';
import { SILENCE } from '../../judge/timing.ts';
import { always, type Question } from '../question.ts';
import type { RunFacts } from '../run-facts.ts';
import type { Seen, SeenEvent } from '../seen.ts';

/** How far a ping may be from its time, in milliseconds of the service's time. */
const NEAR = 1500;
/** A stream that is open so long after its last event stays open, in milliseconds. The suite leaves it a little later. */
const OPEN = 2000;
/** A stream that is written in the plainest way. */
const PLAIN = /^(?:event: [^\r\n]*\ndata: [^\r\n]*\n\n)+$/;

/** Streams: their events, their framing and their end. */
export const streamQuestions: readonly Question[] = [
  {
    point: 'A-46',
    on: ['streamMessage'],
    when: ({ end }) => end !== undefined && end.type !== 'message.error',
    readings: {
      'full-message': ({ end }) => end?.data.status !== undefined && end.data.created_at !== undefined,
      'listed-fields': ({ end }) => end?.data.status === undefined && end?.data.created_at === undefined,
    },
  },
  {
    point: 'A-74',
    on: ['streamMessage'],
    when: (seen) => stepsOf(seen).length > 1,
    readings: {
      cumulative: (seen) =>
        repeatsSteps(seen) && (stepsOf(seen).at(-1)?.size ?? 0) > (stepsOf(seen)[0]?.size ?? 0),
      changed: (seen) => !repeatsSteps(seen) && changesSteps(seen),
      single: (seen) => !repeatsSteps(seen),
    },
    unless: ['single'],
  },
  {
    point: 'A-75',
    on: ['streamMessage'],
    when: ({ end, isRefusedInStream }) => end?.type === 'message.error' && !isRefusedInStream,
    readings: {
      'with-message': ({ end }) =>
        ['id', 'status', 'content', 'role'].some((name) => end?.data[name] !== undefined),
      'payload-only': always,
    },
    unless: ['payload-only'],
  },
  {
    point: 'A-76',
    on: ['streamMessage'],
    when: (seen) => seen.isAboutPoint('A-76') && seen.end?.type !== 'message.error',
    readings: {
      'plan-in-auto': ({ events }) => events.some(({ data }) => data.kind === 'plan_approval'),
      'no-plan-in-auto': ({ end }) => end !== undefined,
    },
  },
  {
    point: 'A-78',
    on: ['streamMessage'],
    when: ({ isStream, isWhole, end, exchange }) =>
      isStream && isWhole && end !== undefined && exchange.end !== 'error',
    readings: { plain: ({ text }) => PLAIN.test(text), 'full-format': always },
    unless: ['plain'],
  },
  {
    point: 'A-79',
    on: ['streamMessage'],
    when: (seen, run) => silences(seen, run).length > 0,
    readings: {
      'fixed-interval': (seen, run) =>
        silences(seen, run).every(
          ({ since, sincePing }) => Math.abs(sincePing - SILENCE) < NEAR && since < SILENCE - 2 * NEAR,
        ),
      'any-event': always,
    },
    // An event that came late looks like one that did not restart the count.
    unless: ['fixed-interval'],
  },
  {
    point: 'A-80',
    on: ['streamMessage'],
    when: (seen, run) =>
      seen.end?.type === 'message.completed' &&
      seen.isWhole &&
      textIn(seen) !== '' &&
      run.firstSend(seen) === undefined,
    readings: {
      equal: (seen) => textIn(seen) === seen.end?.data.content,
      'tail-in-terminal': (seen) => String(seen.end?.data.content).startsWith(textIn(seen)),
      'restored-names': always,
    },
    unless: ['equal'],
  },
  {
    point: 'A-81',
    on: ['streamMessage'],
    when: ({ events }) => events.some(({ data }) => data.replace === true),
    readings: {
      'any-time': continuesInReplacement,
      'failover-only': always,
    },
    unless: ['failover-only'],
  },
  {
    point: 'A-82',
    on: ['streamMessage'],
    when: ({ end, events, isRefusedInStream }) =>
      end?.type === 'message.error' &&
      end.data.code !== 'upstream_error' &&
      !isRefusedInStream &&
      !describeDispatch(end.data.code, events.find(({ type }) => isWork(type))?.type),
    readings: {
      'by-cause': ({ end }) => end?.data.retryable === true,
      'all-false': ({ end }) => end?.data.retryable === false,
    },
    unless: ['all-false'],
  },
  {
    point: 'A-83',
    on: ['streamMessage'],
    when: ({ end }) => end?.data.code === 'upstream_error',
    readings: {
      'outage-only': ({ end }) => !isObject(end?.data.details),
      'every-upstream-error': (seen) => seen.isAboutPoint('A-83'),
    },
    unless: ['every-upstream-error'],
  },
  {
    point: 'A-84',
    on: ['streamMessage'],
    when: ({ end }) => end !== undefined,
    readings: {
      'may-grow': ({ events }) => events.some(({ type }) => type !== '' && !EVENTS.has(type)),
      'eight-only': always,
    },
    unless: ['eight-only'],
  },
  {
    point: 'A-85',
    on: ['streamMessage'],
    when: ({ end }) => end !== undefined,
    readings: {
      closes: ({ exchange }) => exchange.end === 'server',
      'stays-open': ({ exchange, end }) =>
        exchange.end === 'client' && (exchange.endedAt ?? 0) - (end?.at ?? 0) > OPEN,
    },
  },
];

/** The keys of the steps in each event with steps. */
function stepsOf({ events }: Seen): readonly Set<unknown>[] {
  return events.flatMap(({ type, data }) =>
    type === 'message.step' ? [new Set(objectsIn(data.steps).map(({ key }) => key))] : [],
  );
}

/** Whether each event with steps has all steps of the one before. */
function repeatsSteps(seen: Seen): boolean {
  return stepsOf(seen).every((keys, index, all) => [...(all[index - 1] ?? [])].every((key) => keys.has(key)));
}

/** Whether an event has several steps, or one that an earlier event had. */
function changesSteps(seen: Seen): boolean {
  const before = new Set<unknown>();
  return stepsOf(seen).some((keys) => {
    const isChange = keys.size > 1 || [...keys].some((key) => before.has(key));
    for (const key of keys) before.add(key);
    return isChange;
  });
}

/** The text that the deltas of a stream add up to. */
function textIn({ events }: Seen): string {
  return events.reduce((text, event) => added(text, event), '');
}

function added(before: string, { type, data }: SeenEvent): string {
  if (type !== 'message.delta' || typeof data.text !== 'string') return before;
  return data.replace === true ? data.text : before + data.text;
}

/** Whether a delta replaces the text by the same text and its continuation. Another provider would begin its answer anew. */
function continuesInReplacement({ events }: Seen): boolean {
  let text = '';
  return events.some((event) => {
    const before = text;
    text = added(before, event);
    return event.data.replace === true && before !== '' && text.startsWith(before);
  });
}

/**
 * The pings that tell from when silence counts: those after another event that came well after the last ping. For each, the time since that
 * event and since the last ping or the start, in milliseconds of the service's time.
 */
function silences(
  { events }: Seen,
  run: RunFacts,
): readonly { readonly since: number; readonly sincePing: number }[] {
  let lastPing = events[0]?.at ?? 0;
  return events.flatMap(({ type, at }, index) => {
    const before = events[index - 1];
    if (type !== 'ping' || !before) return [];
    const [since, sincePing] = [run.span(before.at, at), run.span(lastPing, at)];
    lastPing = at;
    return before.type !== 'ping' && sincePing - since > 2 * NEAR ? [{ since, sincePing }] : [];
  });
}
