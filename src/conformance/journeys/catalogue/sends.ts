import type { Journey } from '../journey.ts';
import { area } from './area.ts';
import { ANSWER, BEGINNING, blocking, UNCONNECTED, UNSORTED, WITH_TOOLS } from './turns.ts';

const send = area('send', { task: 'send', body: blocking([ANSWER]) });

const MINUTE = 60_000;
const limited = (after: string) =>
  ({
    to: 'turn',
    nth: 1,
    answer: { status: 429, headers: { 'retry-after': after }, body: { message: 'Too many requests' } },
  }) as const;

/** Journeys with the blocking send. */
export const SEND_JOURNEYS: readonly Journey[] = [
  send('plain', { service: 'answers.', rows: ['messages.content.string', 'turns.send.requires-key'] }),
  send('long', {
    service: 'answers after 29 minutes.',
    body: blocking([{ wait: 29 * 60 }, ANSWER]),
    rows: ['turns.send.client-timeout'],
    waits: 29 * MINUTE,
    // A minute and a half, since many libraries give up after one.
    mostTimeScale: 20,
  }),
  send('question', {
    service: 'refuses the turn with 502 interaction_in_auto_mode, because a tool asks a question.',
    body: blocking([UNCONNECTED, ANSWER], WITH_TOOLS),
    answers: { auth_required: 'cancel' },
    rows: ['errors.interaction-in-auto-mode.use-stream'],
  }),
  send('lost-answer', {
    service: 'runs the turn, and the connection breaks in place of the answer.',
    body: blocking([ANSWER], UNSORTED),
    happenings: [{ to: 'turn', nth: 1, cut: 'head' }],
    rows: ['idempotency.replay.not-rerun'],
    readings: ['A-64'],
  }),
  send('lost-while-running', {
    service: 'runs the turn for two minutes, and the connection breaks at once.',
    body: blocking([BEGINNING, { wait: 120 }, ANSWER]),
    happenings: [{ to: 'turn', nth: 1, cut: 'arrival' }],
    rows: ['idempotency.key.running-or-stored'],
    waits: 120_000,
  }),
  send('lost-for-long', {
    service: 'runs the turn for 15 minutes, and the connection breaks at once.',
    body: blocking([BEGINNING, { wait: 900 }, ANSWER]),
    happenings: [{ to: 'turn', nth: 1, cut: 'arrival' }],
    rows: ['idempotency.key.running-or-stored'],
    waits: 15 * MINUTE,
  }),
  send('other-execution', {
    service: 'answers 409 api_v1_core_unavailable, because another execution has closed the turn.',
    happenings: [{ to: 'turn', nth: 1, fault: 'idempotency_outcome_unknown' }],
    rows: ['errors.outcome-unknown.same-key'],
  }),
  send('save-unconfirmed', {
    service: 'answers 503 api_v1_core_unavailable with persistence_failed.',
    happenings: [{ to: 'turn', nth: 1, fault: 'persistence' }],
    triesAgain: true,
    rows: ['errors.save-unconfirmed.check-key'],
  }),
  send('failure', {
    service: 'answers 502 upstream_error, because the model fails.',
    body: blocking([BEGINNING, { fail: 'outage' }]),
    rows: ['failures.code.message-code'],
    readings: ['A-03'],
  }),
  send('busy-service', {
    service: 'answers 429 with Retry-After in seconds, once.',
    happenings: [limited('2')],
    rows: ['messages.content.string'],
  }),
  send('busy-service-date', {
    service: 'answers 429 with Retry-After as a date, once.',
    happenings: [limited('date')],
    rows: ['messages.content.string'],
  }),
  send('rejected-token', {
    service: 'answers 401.',
    happenings: [{ to: 'turn', answer: { status: 401, body: { message: 'The token is not valid.' } } }],
    rows: ['turns.send.requires-key'],
  }),
  send('metadata', {
    service: 'returns the metadata of the turn, with an integer above 2^53.',
    body: blocking([ANSWER], { metadata: { order: 9_007_199_254_740_993n, tags: ['é', null] } }),
    rows: ['messages.metadata.echoed'],
  }),
];
