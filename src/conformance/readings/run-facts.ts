import type { OperationId } from '../../../generated/ids.d.ts';
import type { LoggedExchange } from '../drive/logged-exchange.ts';
import { isObject, objectsIn } from '../judge/json.ts';
import { SENDS } from '../judge/operations.ts';
import { Seen } from './seen.ts';

/** An exchange by its number, with whom and when it was. */
interface Mark {
  readonly number: number;
  readonly actor: string;
  /** When the request was sent, and when its answer was complete. */
  readonly sentAt: number;
  readonly at: number;
}

/** A turn that a client sent, as far as the run saw it. */
export interface TurnFacts extends Mark {
  readonly id: unknown;
  /** When it began and ended; undefined if nobody saw the end. */
  readonly from: number;
  readonly to: number | undefined;
  /** Name of its last event or, of a blocking send, `answer`. */
  readonly end: string | undefined;
  /** The code with which it failed. */
  readonly failure: unknown;
}

interface ChatFacts {
  /** The first request that made it. */
  made?: Mark & { readonly by: OperationId | undefined };
  deleted?: Mark;
  /** The first send that was refused. */
  refused?: Mark;
  /** Whether a client changed it. */
  isChanged: boolean;
  /** Whether the application may have run turns in it. */
  isShared: boolean;
  readonly turns: TurnFacts[];
  readonly cancels: (Mark & { readonly isSuccess: boolean; readonly actionId: unknown })[];
  /** What showed or may have changed `updated_at`, in the order of the requests. */
  readonly activity: (Mark & { readonly operation: OperationId | undefined; readonly updatedAt: unknown })[];
  /** The oldest id on each page of its turns, by size and page. */
  readonly pages: Map<string, number>;
}

export interface InteractionFacts extends Mark {
  readonly kind: unknown;
  readonly chatId: string;
  /** The ids of the tools that it asks about. */
  readonly tools: readonly unknown[];
  /** The answer that was accepted. */
  answered?: Mark;
  /** An answer that was rejected, or of which the service did not know what became. */
  lost?: Mark & { readonly isRejected: boolean };
}

/** The values that the models of a catalog have, by member. */
type ModelFacts = Readonly<Record<'id' | 'code' | 'name', Set<unknown>>>;

interface SkillFacts {
  readonly made: Mark;
  deleted?: Mark;
  /** Its toggles. */
  readonly switched: (Mark & { readonly isActive: unknown })[];
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** What the exchanges of a run say about each other: who made what, what ran when, which key was used before. */
export class RunFacts {
  /** How many times faster than real time the target's timers ran. */
  readonly timeScale: number;
  readonly chats = new Map<string, ChatFacts>();
  readonly interactions = new Map<unknown, InteractionFacts>();
  readonly skills = new Map<string, SkillFacts>();
  /** What the catalog shows of its models, by credential. */
  readonly #models = new Map<string, ModelFacts>();
  /** The answer to the first read of a chat that nobody made, as text without the ids of request and chat. */
  readonly missingChat: string | undefined;
  readonly #exchanges: readonly LoggedExchange[];
  readonly #keys = new Map<string, number>();
  #last: Seen | undefined;

  constructor(exchanges: readonly LoggedExchange[], timeScale: number) {
    this.#exchanges = exchanges;
    this.timeScale = timeScale;
    const missing: Seen[] = [];
    for (const exchange of exchanges) {
      const seen = new Seen(exchange);
      this.#note(seen);
      if (seen.operation === 'getChat' && seen.status === 404) missing.push(seen);
    }
    // A later exchange may show that somebody made the chat.
    const first = missing.find(({ id }) => !this.chat(id)?.made);
    this.missingChat = first && withoutIds(first);
  }

  /** An exchange of the run. Only the last one that was asked for stays in memory. */
  exchange({ number }: Pick<Mark, 'number'>): Seen {
    if (this.#last?.exchange.number !== number)
      this.#last = new Seen(this.#exchanges[number] as LoggedExchange);
    return this.#last;
  }

  chat(id: string): ChatFacts | undefined {
    return this.chats.get(id.toLowerCase());
  }

  /** The models of the catalog of a client; undefined if the run has not read that catalog. */
  models({ actor }: Seen): ModelFacts | undefined {
    return this.#models.get(actor);
  }

  /** The first send of a client with the key of a later one, which repeats it. */
  firstSend(seen: Seen): Seen | undefined {
    const first = this.#keys.get(keyName(seen));
    const isRepeated = first !== undefined && first !== seen.exchange.number;
    return isRepeated ? this.exchange({ number: first }) : undefined;
  }

  /** The turns of a chat that certainly ran while a request was answered. */
  running(seen: Seen): readonly TurnFacts[] {
    const turns = this.chat(seen.id)?.turns ?? [];
    return turns.filter(({ from, to }) => from < seen.sentAt && (to ?? 0) > seen.at);
  }

  /** Whether the chat in the path was made with another credential, and is still there. */
  isForeign(seen: Seen): boolean {
    const made = this.chat(seen.id)?.made;
    return made !== undefined && made.actor !== seen.actor && this.#isThere(seen);
  }

  /** Whether the client made the chat in the path, and nobody has deleted it yet. */
  isOwn(seen: Seen): boolean {
    return this.chat(seen.id)?.made?.actor === seen.actor && this.#isThere(seen);
  }

  /** The time between two moments of the run, in milliseconds of the service's time. */
  span(from: number, to: number): number {
    return (to - from) * this.timeScale;
  }

  #isThere({ id, sentAt, at }: Seen): boolean {
    const { made, deleted } = this.chat(id) ?? {};
    return made !== undefined && made.at <= sentAt && (deleted?.sentAt ?? Number.POSITIVE_INFINITY) > at;
  }

  #note(seen: Seen): void {
    const { operation, actor, id, isSuccess, data } = seen;
    const mark = markOf(seen);
    if (actor === 'application') {
      const sent = Buffer.from(seen.exchange.request.body ?? '').toString();
      for (const uuid of `${sent} ${seen.text}`.match(UUID) ?? []) this.#chat(uuid).isShared = true;
    } else if (operation === 'createChat' && isSuccess) {
      this.#noteActivity(this.#make(String(data.id), seen), seen);
    } else if (operation === 'createSkill' && isSuccess) {
      this.skills.set(String(data.id), { made: mark, switched: [] });
    } else if (operation === 'deleteSkill' || operation === 'toggleSkill') {
      const skill = this.skills.get(id);
      if (operation === 'toggleSkill') skill?.switched.push({ ...mark, isActive: data.is_active });
      else if (skill && isSuccess) skill.deleted ??= mark;
    } else if (operation === 'getCatalog' && isSuccess) {
      const models = this.#models.get(actor) ?? { id: new Set(), code: new Set(), name: new Set() };
      for (const model of objectsIn(data.models))
        for (const [member, values] of Object.entries(models)) values.add(model[member]);
      this.#models.set(actor, models);
    } else if (operation !== undefined && SENDS.includes(operation)) {
      this.#noteSend(seen);
    } else if (operation !== undefined && seen.exchange.request.path.includes('/chats/')) {
      this.#noteChat(seen);
    }
  }

  #noteChat(seen: Seen): void {
    const { operation, id, isSuccess } = seen;
    const mark = markOf(seen);
    const chat = this.#chat(id);
    if (operation === 'deleteChat' && isSuccess) chat.deleted ??= mark;
    if (operation === 'updateChat') chat.isChanged = true;
    if (operation === 'getChat' || operation === 'updateChat') this.#noteActivity(chat, seen);
    if (operation === 'listMessages' && isSuccess && seen.items.length > 0)
      chat.pages.set(seen.query.toString(), Math.min(...seen.items.map(({ id: turn }) => Number(turn))));
    if (operation === 'cancelTurn') chat.cancels.push({ ...mark, isSuccess, actionId: seen.sent.action_id });
    const interaction = this.interactions.get(seen.sent.action_id);
    if (!interaction || operation === 'cancelTurn') return;
    if (isSuccess) interaction.answered ??= mark;
    if (seen.code === 'api_v1_action_result_unknown')
      interaction.lost ??= { ...mark, isRejected: seen.status === 409 };
  }

  #noteSend(seen: Seen): void {
    const { id, key, events } = seen;
    const name = keyName(seen);
    if (key !== undefined && !this.#keys.has(name)) this.#keys.set(name, seen.exchange.number);
    const mark = markOf(seen);
    // The turn has run, but nobody knows its outcome.
    const hasRun = seen.status >= 500 || seen.code === 'api_v1_core_unavailable';
    if (!seen.isAccepted && !hasRun) {
      if (seen.status >= 400) this.#chat(id).refused ??= mark;
      return;
    }
    const chat = this.#make(id, seen);
    this.#noteActivity(chat, seen);
    for (const { type, data, at } of events)
      if (type === 'message.action_required')
        this.interactions.set(data.action_id, {
          ...mark,
          at,
          kind: data.kind,
          chatId: id,
          tools: toolsIn(data.payload),
        });
    const [first] = events;
    const from = seen.isStream ? first?.at : seen.sentAt;
    if (from === undefined) return;
    const to = seen.isStream ? seen.end?.at : seen.at;
    const end = seen.isStream ? seen.end?.type : 'answer';
    const failure = seen.isStream ? seen.end?.data.code : seen.isSuccess ? undefined : seen.code;
    chat.turns.push({ ...mark, id: seen.turnId, from, to, end, failure });
  }

  #noteActivity({ activity }: ChatFacts, seen: Seen): void {
    activity.push({ ...markOf(seen), operation: seen.operation, updatedAt: seen.data.updated_at });
  }

  #make(id: string, seen: Seen): ChatFacts {
    const chat = this.#chat(id);
    chat.made ??= { ...markOf(seen), by: seen.operation };
    return chat;
  }

  #chat(id: string): ChatFacts {
    const key = id.toLowerCase();
    let chat = this.chats.get(key);
    if (!chat) {
      chat = { isChanged: false, isShared: false, turns: [], cancels: [], activity: [], pages: new Map() };
      this.chats.set(key, chat);
    }
    return chat;
  }
}

/** The text of an answer without the id of the request and that of the resource in the path. */
export function withoutIds({ text, meta, exchange, id }: Seen): string {
  const ids = [meta.request_id, id, exchange.request.path.split('/').at(-1)];
  return ids.reduce<string>((rest, each) => (each ? rest.replaceAll(String(each), '') : rest), text);
}

function toolsIn(payload: unknown): readonly unknown[] {
  return isObject(payload) ? objectsIn(payload.tools).map(({ tool_use_id }) => tool_use_id) : [];
}

function markOf({ exchange: { number }, actor, sentAt, at }: Seen): Mark {
  return { number, actor, sentAt, at };
}

function keyName({ actor, key }: Seen): string {
  return `${actor} ${key}`;
}
