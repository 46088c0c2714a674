import { AFTER_FAILED_ANSWER, type Sequel } from '../../judge/client-duties.ts';
import { isObject, objectsIn } from '../../judge/json.ts';
import { ANSWERS } from '../../judge/operations.ts';
import { isLeft, laterThan, type Seen, type SeenEvent } from '../seen.ts';
import { isSend } from './keys.ts';
import { type ClientClaim, type Course, rule } from './rule.ts';

function isAnswer({ operation }: Seen): boolean {
  return operation !== undefined && ANSWERS.includes(operation);
}

function actionIdOf({ sent }: Seen): unknown {
  return isObject(sent) ? sent.action_id : undefined;
}

/** The questions that the streams of a chat asked before an exchange. */
function questionsBefore({ seen }: Course, { id, exchange }: Seen): readonly SeenEvent[] {
  return seen
    .filter((other) => isSend(other) && other.id === id)
    .flatMap(({ events }) => events)
    .filter(({ type, at }) => type === 'message.action_required' && at <= exchange.sentAt);
}

/** The id of a question comes back as it was received. */
export const verbatimId = rule(['stream.action.verbatim-id'], (course) =>
  course.seen.filter(isAnswer).map((answer) => ({
    row: 'stream.action.verbatim-id' as const,
    isMet: questionsBefore(course, answer).some(({ data }) => data.action_id === actionIdOf(answer)),
    at: answer,
    expected: 'an action_id of a question that the chat asked',
    actual: JSON.stringify(actionIdOf(answer)) ?? 'none',
  })),
);

/** How long a question waits for its answer, in milliseconds of the service's time, before nobody answers it any more. */
const UNANSWERED = 60_000;

/** Each question whose answer was given is answered before it expires. */
export const eachAnswered = rule(['stream.action.resolved-separately'], ({ seen, journey, timeScale }) =>
  seen.filter(isSend).flatMap((send) => {
    const { terminal, id, events } = send;
    if (!terminal) return [];
    return events.flatMap(({ type, data, at }) => {
      const isMeant =
        type === 'message.action_required' && Object.hasOwn(journey.answers ?? {}, String(data.kind));
      if (!isMeant || (terminal.at - at) * timeScale < UNANSWERED) return [];
      return {
        row: 'stream.action.resolved-separately' as const,
        isMet: seen.some(
          (other) => isAnswer(other) && other.id === id && actionIdOf(other) === data.action_id,
        ),
        at: send,
        expected: 'an answer to each question',
        actual: `no answer to a question of the kind ${data.kind}`,
        isOmission: true,
      };
    });
  }),
);

/** A question is answered where its kind is answered. A cancel ends the whole turn. */
export const ownEndpoint = rule(['stream.action.own-endpoint'], (course) => {
  const { seen, journey } = course;
  if (journey.task === 'cancel' || journey.answers === undefined) return [];
  return seen
    .filter((request) => isAnswer(request) || request.operation === 'cancelTurn')
    .map((request) => ({
      row: 'stream.action.own-endpoint' as const,
      isMet: request.operation !== 'cancelTurn',
      at: request,
      expected: 'the answer of each question at the endpoint for its kind',
      actual: 'a cancel of the turn',
    }));
});

/** A decision for each tool of the question, and for no other. */
export const oneDecisionEach = rule(['interactions.approve-tool.one-decision-each'], (course) =>
  course.seen.flatMap((answer) => {
    if (answer.operation !== 'approveTool' || !isObject(answer.sent)) return [];
    const question = questionsBefore(course, answer).find(
      ({ data }) => data.action_id === actionIdOf(answer),
    );
    if (!question || !isObject(question.data.payload)) return [];
    const idsOf = (list: unknown) =>
      objectsIn(list)
        .map(({ tool_use_id: id }) => JSON.stringify(id))
        .sort();
    const asked = idsOf(question.data.payload.tools);
    const decided = idsOf(answer.sent.decisions);
    return {
      row: 'interactions.approve-tool.one-decision-each' as const,
      isMet: asked.join() === decided.join(),
      at: answer,
      expected: `a decision for each of ${asked.join(', ')}`,
      actual: decided.length > 0 ? decided.join(', ') : 'none',
    };
  }),
);

/** What clients do after an answer that failed. */
export const afterFailedAnswer = rule(
  AFTER_FAILED_ANSWER.map(({ row }) => row),
  ({ seen }) =>
    seen.filter(isAnswer).flatMap((answer) =>
      AFTER_FAILED_ANSWER.filter(
        ({ status, code }) => answer.exchange.status === status && answer.code === code,
      ).map(({ status, code, row, asks }) => ({
        row,
        at: answer,
        expected: `after ${status} ${code}, ${EXPECTED[asks]}`,
        isOmission: asks !== 'no repeat',
        ...DONE[asks](answer, seen),
      })),
    ),
);

const EXPECTED: Readonly<Record<Sequel, string>> = {
  'no repeat': 'the decision is not sent again',
  'a repeat': 'the decision is sent again',
  'a look': 'the turn is read to its end, in its stream or in the listing',
};

type Done = (answer: Seen, seen: readonly Seen[]) => Pick<ClientClaim, 'isMet' | 'actual'>;

const DONE: Readonly<Record<Sequel, Done>> = {
  'no repeat': (answer, seen) => ({ isMet: !isRepeated(answer, seen), actual: 'it was sent again' }),
  'a repeat': (answer, seen) => ({ isMet: isRepeated(answer, seen), actual: 'it was not sent again' }),
  'a look': (answer, seen) => ({
    isMet:
      laterThan(answer, seen).some(({ operation }) => operation === 'listMessages') ||
      seen.some((send) => isSend(send) && send.id === answer.id && !isLeft(send)),
    actual: 'the stream was closed, and the messages were not listed',
  }),
};

/** Whether the same question is answered again. */
function isRepeated(answer: Seen, seen: readonly Seen[]): boolean {
  return laterThan(answer, seen).some((later) => isAnswer(later) && actionIdOf(later) === actionIdOf(answer));
}
