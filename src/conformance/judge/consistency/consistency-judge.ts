import type { OperationId } from '../../../../generated/ids.d.ts';
import { isInteger } from '../../../exact-json/exact-number.ts';
import { isObject, type JsonObject, objectsIn, parseServiceJson } from '../json.ts';
import type { Judgement } from '../judgement.ts';
import { LISTS, matchOperation, SENDS } from '../operations.ts';
import { isRefusalStatus, isSuccessStatus } from '../status.ts';
import type { Timing } from '../timing.ts';
import { typedBody } from '../typed-body.ts';
import { CodeJudge, compareStatus } from './codes.ts';
import { compareEcho } from './echoes.ts';
import { KnownLists } from './known-lists.ts';
import { ALL_SKILLS, chatsOf, listsOf, skillsOf, turnsOf } from './lists.ts';
import { ObjectBook } from './object-book.ts';
import { PageJudge } from './page-judge.ts';
import { QuestionBook } from './question-book.ts';
import {
  CHAT_EDITS,
  createdSkill,
  defaultsOfChat,
  defaultsOfSkill,
  given,
  SKILL_EDITS,
} from './request-effects.ts';
import { ResolvedBook } from './resolved-book.ts';
import { SendBook } from './send-book.ts';
import type { Report, SentRequest } from './sent-request.ts';
import { TurnBook } from './turn-book.ts';
import type { TurnPlace } from './turn-places.ts';

/** A request that is sent, in the terms of the run. */
export interface BegunExchange {
  readonly number: number;
  readonly actor: string;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: Uint8Array | undefined;
  };
  readonly sentAt: number;
}

const NO_QUERY = new URLSearchParams();
const CHAT_ANSWERS: readonly OperationId[] = ['createChat', 'getChat', 'updateChat'];
const SKILL_ANSWERS: readonly OperationId[] = ['createSkill', 'getSkill', 'updateSkill', 'toggleSkill'];
const TURN_ENDS = new Set(['message.completed', 'message.cancelled']);
/** A turn may give its chat a title, and a chat that a turn created takes what it likes from the turn. */
const LOOSE = ['name', 'permission_mode', 'model_id'];

/**
 * Compares the answers of a run with each other: every answer must show what a client sent or another answer showed, until a
 * request changes it. An answer that overlaps with such a request proves nothing and is not compared.
 */
export class ConsistencyJudge {
  readonly #report: Report;
  readonly #chats: ObjectBook;
  readonly #skills: ObjectBook;
  readonly #turns: TurnBook;
  readonly #lists = new KnownLists();
  readonly #pages: PageJudge;
  readonly #codes: CodeJudge;
  readonly #questions: QuestionBook;
  readonly #sends: SendBook;
  readonly #resolved: ResolvedBook;
  readonly #requests = new Map<number, SentRequest>();
  /** The credentials of the run, each of which has its lists. */
  readonly #actors = new Set<string>();
  /** The ids of the turns that streams began with. */
  readonly #started = new Map<number, unknown>();
  /** The `is_active` that a toggle is to turn over, by the number of its request. */
  readonly #toggled = new Map<number, unknown>();
  /** Streams whose turn is over. */
  readonly #ended = new Set<number>();

  constructor(judgement: Pick<Judgement, 'report'>, timing: Timing) {
    const report: Report = (requirement, { exchange }, details) =>
      judgement.report(requirement, exchange, details);
    this.#report = report;
    this.#chats = new ObjectBook('chat', report);
    this.#skills = new ObjectBook('skill', report);
    this.#turns = new TurnBook(report);
    this.#pages = new PageJudge(this.#lists, report);
    this.#codes = new CodeJudge(report);
    this.#questions = new QuestionBook(report, timing);
    this.#sends = new SendBook(report);
    this.#resolved = new ResolvedBook(report);
  }

  begin({ number, actor, request: wire, sentAt }: BegunExchange): void {
    const match = matchOperation(wire.method, wire.path);
    if (!match) return;
    const [, query = ''] = wire.path.split('?');
    const operation = match.operation.operationId as OperationId;
    const request: SentRequest = {
      exchange: number,
      actor,
      operation,
      parameter: decode(match.parameters[0] ?? ''),
      query: query === '' ? NO_QUERY : new URLSearchParams(query),
      body: typedBody(operation, parse(wire.body)),
      key: wire.headers['idempotency-key'],
      sentAt,
    };
    this.#requests.set(number, request);
    if (request.operation === 'toggleSkill')
      this.#toggled.set(number, this.#skills.valueOf(request.parameter, 'is_active'));
    this.#actors.add(actor);
    this.#questions.begin(request);
    this.#change(request, (book, id, names) => book.begin(id, names, request));
    for (const list of listsOf(request)) this.#lists.begin(list);
    if (SENDS.includes(request.operation)) this.#beginSend(request);
    if (request.operation === 'deleteChat' || request.operation === 'deleteSkill') this.#forget(request);
    // The contract does not say whether the list shows inactive skills, and the skill is inactive before the answer arrives.
    if (request.operation === 'toggleSkill') this.#unlist(skillsOf, request.parameter);
  }

  /** A JSON answer arrived. @param at in milliseconds of the run */
  answer(number: number, status: number, body: unknown, at: number): void {
    const request = this.#requests.get(number);
    if (!request) return;
    const isSuccess = isSuccessStatus(status);
    const sent = isSuccess ? this.#certain(request) : {};
    this.#change(request, (book, id, names) =>
      isRefusalStatus(status) ? book.refuse(id, names, request, at) : book.end(id, names, sent, request, at),
    );
    if (isSuccess) compareStatus(request, status, this.#report);
    if (isObject(body)) {
      compareEcho(request, isSuccess, body, this.#report);
      this.#codes.judge(request, status, body);
      this.#resolved.answer(request, status, body);
      this.#questions.answer(request, status, body.message_code, at);
      if (isSuccess) this.#readSuccess(request, body, at);
      // A refusal may name the turn that is in the way, which is of another send.
      else if (status >= 500 && SENDS.includes(request.operation) && isObject(body.data)) {
        this.#turns.began(body.data.message_id, request);
        this.#turns.refuse(body.data.message_id, body, request);
      }
    }
    // After an outage, or if another execution closed the turn, the service may settle it later.
    const isSettled = status < 500 && !(isObject(body) && body.message_code === 'api_v1_core_unavailable');
    this.#over(request, at, isSettled);
  }

  /** An event of a stream arrived. @param at in milliseconds of the run */
  event(number: number, type: string, data: JsonObject, at: number): void {
    const request = this.#requests.get(number);
    if (!request) return;
    const place: TurnPlace = this.#sends.isReplay(number) ? 'stream-replay' : 'stream';
    if (type === 'message.start') {
      this.#started.set(number, data.message_id);
      this.#turns.began(data.message_id, request);
    }
    if (type === 'message.error') this.#turns.fail(this.#started.get(number), data, place, request);
    if (place === 'stream') this.#questions.event(request, type, data, at);
    if (!TURN_ENDS.has(type)) return;
    this.#ended.add(number);
    const status = type.slice('message.'.length);
    this.#sends.show(request, data.id, '/id');
    this.#turns.show({ status, ...data }, place, '', request, at);
    this.#addTo(turnsOf(request.parameter), data.id, at, request);
  }

  /** An exchange is over. Without an answer, nobody knows what became of it. */
  end(number: number, at: number): void {
    const request = this.#requests.get(number);
    if (request) this.#over(request, at, this.#ended.has(number));
  }

  /** @param isSettled whether it is certain what became of the request; if not, its lists are never quiet again */
  #over(request: SentRequest, at: number, isSettled: boolean): void {
    const { exchange } = request;
    if (!this.#requests.delete(exchange)) return;
    this.#sends.end(exchange);
    this.#ended.delete(exchange);
    this.#started.delete(exchange);
    this.#toggled.delete(exchange);
    if (isSettled) for (const list of listsOf(request)) this.#lists.end(list, at);
  }

  #beginSend(request: SentRequest): void {
    this.#sends.begin(request);
    this.#chats.adopt(request.parameter);
    this.#chats.loosen(request.parameter, LOOSE);
  }

  #forget({ operation, parameter }: SentRequest): void {
    if (operation === 'deleteChat') {
      this.#chats.forget(parameter);
      this.#turns.forget(parameter);
      this.#lists.forget(turnsOf(parameter));
      this.#sends.forget(parameter);
      this.#unlist(chatsOf, parameter);
    } else {
      this.#skills.forget(parameter);
      this.#unlist(skillsOf, parameter);
    }
  }

  /** A list has to contain an item from now on. An id of another shape is reported as such, and names nothing. */
  #addTo(list: string, id: unknown, at: number, { exchange }: SentRequest): void {
    if (typeof id === 'string' || isInteger(id)) this.#lists.add(list, String(id), at, exchange);
  }

  /** No list of this kind has to contain it any more. */
  #unlist(listOf: (actor: string) => string, id: string): void {
    for (const actor of this.#actors) this.#lists.remove(listOf(actor), id);
  }

  #readSuccess(request: SentRequest, body: JsonObject, at: number): void {
    const { operation, actor, exchange } = request;
    const created = { source: 'created', at, exchange } as const;
    const byDefault = { source: 'default', at, exchange } as const;
    const data = isObject(body.data) ? body.data : {};
    if (operation === 'createChat') {
      this.#chats.create(String(data.id), given(request.body), created);
      this.#chats.create(String(data.id), defaultsOfChat(request.body), byDefault);
      this.#addTo(chatsOf(actor), data.id, at, request);
    }
    if (operation === 'createSkill') {
      this.#skills.create(String(data.id), createdSkill(request.body), created);
      this.#skills.create(String(data.id), defaultsOfSkill(request.body), byDefault);
      if (data.is_active === true) this.#addTo(skillsOf(actor), data.id, at, request);
    }
    if (CHAT_ANSWERS.includes(operation)) this.#chats.show(data, { pointer: '/data', at }, request);
    if (SKILL_ANSWERS.includes(operation)) this.#skills.show(data, { pointer: '/data', at }, request);
    if (operation === 'sendMessage') this.#readTurn(request, data, at);
    if (operation === 'getCatalog') this.#readCatalog(request, data, at);
    if (LISTS.includes(operation)) this.#readList(request, body, at);
  }

  #readTurn(request: SentRequest, turn: JsonObject, at: number): void {
    this.#sends.show(request, turn.id, '/data/id');
    this.#turns.began(turn.id, request);
    const place = this.#sends.isReplay(request.exchange) ? 'blocking-replay' : 'blocking';
    this.#turns.show(turn, place, '/data', request, at);
    this.#addTo(turnsOf(request.parameter), turn.id, at, request);
  }

  #readCatalog(request: SentRequest, { skills }: JsonObject, at: number): void {
    for (const [index, { id, name }] of objectsIn(skills).entries())
      this.#skills.show({ id, name }, { pointer: `/data/skills/${index}`, at, isPart: true }, request);
  }

  #readList(request: SentRequest, body: JsonObject, at: number): void {
    const { operation, parameter, actor, query } = request;
    for (const [index, item] of objectsIn(body.data).entries()) {
      const pointer = `/data/${index}`;
      if (operation === 'listChats') this.#chats.show(item, { pointer, at }, request);
      if (operation === 'listSkills') this.#skills.show(item, { pointer, at }, request);
      if (operation === 'listMessages') this.#turns.show(item, 'listing', pointer, request, at);
    }
    const names = {
      listChats: chatsOf(actor),
      listSkills: skillsOf(actor),
      listMessages: turnsOf(parameter),
    };
    const name = names[operation as keyof typeof names];
    const group = operation === 'listSkills' ? ALL_SKILLS : name;
    this.#pages.judge({ name, group, isFiltered: query.has('is_favorite') }, body, request);
  }

  /** The members that a successful change has set for certain. */
  #certain({ exchange, operation, parameter, body }: SentRequest): JsonObject {
    const before = this.#toggled.get(exchange);
    if (typeof before === 'boolean') return { is_active: !before };
    const sent = given(body);
    if (operation !== 'updateSkill') return sent;
    return createdSkill({ level: this.#skills.valueOf(parameter, 'level') ?? 'unknown', ...sent });
  }

  /** The members of an object that a request may change. */
  #change(
    { operation, parameter, body }: SentRequest,
    act: (book: ObjectBook, id: string, names: readonly string[]) => void,
  ): void {
    const names = isObject(body) ? Object.keys(body) : [];
    const changed = (editable: readonly string[]) => names.filter((name) => editable.includes(name));
    if (operation === 'updateChat') act(this.#chats, parameter, changed(CHAT_EDITS));
    if (operation === 'updateSkill') act(this.#skills, parameter, changed(SKILL_EDITS));
    if (operation === 'toggleSkill') act(this.#skills, parameter, ['is_active']);
  }
}

function parse(body: Uint8Array | undefined): unknown {
  if (body === undefined) return undefined;
  try {
    return parseServiceJson(Buffer.from(body).toString());
  } catch {
    return undefined;
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
