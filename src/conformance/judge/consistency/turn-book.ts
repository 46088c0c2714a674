import type { RequirementId } from '../../../../generated/ids.d.ts';
import { isInteger, type JsonInteger } from '../../../exact-json/exact-number.ts';
import { type Contrast, contrast, describe, excerpt } from '../excerpt.ts';
import { isObject, type JsonObject } from '../json.ts';
import { hasRejected } from '../shape/rejected.ts';
import { comparable } from './comparable.ts';
import { areNear, type ComparableTurn, comparableTurn, isNothing } from './comparable-turn.ts';
import type { Report, SentRequest } from './sent-request.ts';
import { AGREEMENTS, PLACE_NAMES, type TurnPlace } from './turn-places.ts';

/** The members of a turn that have the same value everywhere once the turn is over (section 2.3). */
const MEMBERS: readonly { readonly name: string; readonly requirement?: RequirementId }[] = [
  { name: 'content' },
  { name: 'usage', requirement: 'usage.shape.same-everywhere' },
  { name: 'steps' },
  { name: 'sources' },
  { name: 'anonymization' },
  { name: 'metadata', requirement: 'messages.metadata.echoed' },
  { name: 'agent_runs', requirement: 'messages.agent-runs.same-everywhere' },
  { name: 'agents' },
  { name: 'status' },
  { name: 'created_at' },
];

/** The members of a message.error that its replay repeats. */
const ERROR_MEMBERS: Readonly<Record<string, RequirementId>> = {
  code: 'idempotency.replay.stream-redelivers',
  retryable: 'idempotency.replay.stream-redelivers',
  agent_runs: 'messages.agent-runs.same-everywhere',
  agents: 'events.error.agents-if-carried',
};

interface KnownTurn {
  /** What the client sent. */
  sent?: JsonObject & { readonly exchange: number };
  /** When its outcome arrived, in milliseconds of the run. */
  overAt?: number;
  /** By the requirement about one kind of send: the exchange that showed its failure with the details of an outage. */
  readonly detailed: Map<RequirementId, number>;
  /** Values that a place showed, by member. */
  readonly shown: Map<string, ComparableTurn & { readonly place: TurnPlace; readonly exchange: number }>;
}

/** Turns that are kept. */
const MOST_TURNS = 5000;
const OVER = new Set(['completed', 'cancelled']);

/** Knows the turns of a run, and compares every answer that shows one with what was sent and with every other place. */
export class TurnBook {
  readonly #report: Report;
  /** By the id of the chat and that of the turn. */
  readonly #chats = new Map<string, Map<JsonInteger, KnownTurn>>();
  #count = 0;

  constructor(report: Report) {
    this.#report = report;
  }

  /** The service gave the turn of a send an id. */
  began(id: unknown, { parameter, body, exchange }: SentRequest): void {
    const turn = this.#turn(parameter, id);
    if (turn && isObject(body)) turn.sent ??= { ...pick(body), exchange };
  }

  /** A chat was deleted, and with it its turns. */
  forget(chatId: string): void {
    const key = chatId.toLowerCase();
    this.#count -= this.#chats.get(key)?.size ?? 0;
    this.#chats.delete(key);
  }

  /** An answer or event shows a turn. @param at when it arrived, in milliseconds of the run */
  show(shown: JsonObject, place: TurnPlace, pointer: string, request: SentRequest, at: number): void {
    const { parameter: chatId } = request;
    const turn = this.#turn(chatId, shown.id);
    if (!turn) return;
    this.#compareWithChat(shown, chatId, pointer, request);
    this.#compareWithSent(turn, shown, place, pointer, request);
    if (place === 'listing' && 'agents' in shown)
      this.#report('messages.agents.absent-from-history', request, {
        pointer: `${pointer}/agents`,
        expected: 'no member agents',
        actual: excerpt(shown.agents),
      });
    if (shown.status === 'error') this.#compareRuns(turn, shown, pointer, request);
    if (!OVER.has(String(shown.status))) return;
    if (place !== 'listing') turn.overAt ??= at;
    // A listing may show a turn as cancelled or completed while it still ends.
    if (turn.overAt === undefined || (place === 'listing' && request.sentAt < turn.overAt)) return;
    for (const { name, requirement } of MEMBERS) {
      // The listing never shows whether the turn could delegate.
      if (name === 'agents' && place === 'listing') continue;
      // The table of the events does not list these two.
      if ((name === 'status' || name === 'created_at') && !(name in shown)) continue;
      this.#compareMember(turn, name, shown[name], place, {
        pointer: `${pointer}/${name}`,
        requirement,
        request,
      });
    }
  }

  /** A stream ends with message.error. Only the error of this code is the same in every replay. */
  fail(id: unknown, error: JsonObject, place: TurnPlace, request: SentRequest): void {
    const turn = this.#turn(request.parameter, id);
    if (!turn || (error.code !== 'upstream_error' && !turn.shown.has('error code'))) return;
    for (const [name, requirement] of Object.entries(ERROR_MEMBERS))
      this.#compareMember(turn, `error ${name}`, error[name], place, {
        pointer: `/${name}`,
        requirement,
        request,
      });
    this.#compareDetails(turn, error.details, 'events.error.details-on-outage', '/details', request);
  }

  /** A blocking send is answered with the failure of its turn. Only this code is the same in every replay. */
  refuse(id: unknown, { message_code: code, meta }: JsonObject, request: SentRequest): void {
    const turn = this.#turn(request.parameter, id);
    const details = isObject(meta) ? meta.error_details : undefined;
    if (turn && code === 'upstream_error')
      this.#compareDetails(
        turn,
        details,
        'errors.turn-failed.same-as-replay',
        '/meta/error_details',
        request,
      );
  }

  /** The cause of a failure stays an outage. What its details say besides, such as the id of a request, may differ. */
  #compareDetails(
    { detailed }: KnownTurn,
    details: unknown,
    requirement: RequirementId,
    pointer: string,
    request: SentRequest,
  ): void {
    const other = detailed.get(requirement);
    if (!isNothing(details)) detailed.set(requirement, other ?? request.exchange);
    else if (other !== undefined)
      this.#report(requirement, request, {
        pointer,
        expected: 'details, as an earlier answer showed',
        actual: excerpt(details),
        others: [other],
      });
  }

  /** The runs that a failure showed are not gone afterwards. What they show may still change. */
  #compareRuns(
    turn: KnownTurn,
    { agent_runs: runs }: JsonObject,
    pointer: string,
    request: SentRequest,
  ): void {
    const known = turn.shown.get('error agent_runs');
    if (!known || known.text === 'null' || !isNothing(runs)) return;
    this.#report('messages.agent-runs.same-everywhere', request, {
      pointer: `${pointer}/agent_runs`,
      expected: `${known.text}, as shown by ${PLACE_NAMES[known.place]}`,
      actual: excerpt(runs),
      others: [known.exchange],
    });
  }

  #compareWithChat(shown: JsonObject, chatId: string, pointer: string, request: SentRequest): void {
    if (typeof shown.chat_id !== 'string' || shown.chat_id.toLowerCase() === chatId.toLowerCase()) return;
    this.#report('messages.chat-id.equals-start', request, {
      pointer: `${pointer}/chat_id`,
      expected: excerpt(chatId),
      actual: excerpt(shown.chat_id),
    });
  }

  #compareWithSent(
    turn: KnownTurn,
    shown: JsonObject,
    place: TurnPlace,
    pointer: string,
    request: SentRequest,
  ): void {
    const { sent } = turn;
    if (!sent) return;
    if (hasRejected(shown.metadata) || hasRejected(shown.prompt)) return;
    if (!isNothing(sent.metadata) && comparable(shown.metadata) !== sent.metadataText)
      this.#report('messages.metadata.echoed', request, {
        pointer: `${pointer}/metadata`,
        ...contrastWith(sent.metadataText, shown.metadata),
        others: [sent.exchange],
      });
    // Incognito mode may show what the model got instead.
    if (place !== 'listing' || !isNothing(shown.anonymization) || !('prompt' in shown)) return;
    if (sent.hasContent && comparable(shown.prompt) !== sent.contentText)
      this.#report('messages.prompt.as-sent', request, {
        pointer: `${pointer}/prompt`,
        ...contrastWith(sent.contentText, shown.prompt),
        others: [sent.exchange],
      });
  }

  #compareMember(
    turn: KnownTurn,
    name: string,
    value: unknown,
    place: TurnPlace,
    facts: {
      readonly pointer: string;
      readonly requirement: RequirementId | undefined;
      readonly request: SentRequest;
    },
  ): void {
    if (hasRejected(value)) return;
    // An empty list and null may be left out.
    const { text, times } = comparableTurn(name, value);
    if (text === undefined) return;
    const known = turn.shown.get(name);
    if (!known) {
      turn.shown.set(name, { text, times, place, exchange: facts.request.exchange });
      return;
    }
    if (known.text === text && areNear(known.times, times)) return;
    // The document speaks of the members and types of usage, so other values in the listing are a warning.
    const isListed = place === 'listing' || known.place === 'listing';
    const isOtherUsage = name === 'usage' && shapeIn(String(known.text)) === shapeIn(text);
    const requirement = isOtherUsage
      ? isListed
        ? 'usage.values.same-in-history'
        : AGREEMENTS[known.place][place]
      : name === 'content' && place === 'listing' && known.place === 'stream'
        ? 'events.completed.complete-content'
        : (facts.requirement ?? AGREEMENTS[known.place][place]);
    const { expected, actual } = contrastWith(known.text, value, text);
    this.#report(requirement, facts.request, {
      pointer: facts.pointer,
      expected: `${expected}, as shown by ${PLACE_NAMES[known.place]}`,
      actual,
      others: [known.exchange],
    });
  }

  #turn(chatId: string, id: unknown): KnownTurn | undefined {
    if (!isInteger(id)) return undefined;
    const key = chatId.toLowerCase();
    const turns = this.#chats.get(key) ?? new Map<JsonInteger, KnownTurn>();
    let turn = turns.get(id);
    if (!turn && this.#count < MOST_TURNS) {
      turn = { detailed: new Map(), shown: new Map() };
      this.#chats.set(key, turns.set(id, turn));
      this.#count += 1;
    }
    return turn;
  }
}

/** The members of an object and their types, in its text. */
function shapeIn(text: string): string {
  return text.replaceAll(/:-?[\d.]+/g, ':0').replaceAll(/:"[^"]*"/g, ':""');
}

/** @param text what the value was compared by; a value is not shown by a text that is only a hash */
function contrastWith(known: unknown, value: unknown, text = comparable(value)): Contrast {
  return value === undefined || text === undefined
    ? { expected: String(known), actual: describe(value) }
    : contrast(String(known), text);
}

function pick({ content, metadata }: JsonObject): JsonObject {
  return {
    metadata: isNothing(metadata) ? null : true,
    metadataText: comparable(metadata),
    contentText: comparable(content),
    hasContent: !isNothing(content),
  };
}
