import { isInteger } from '../../../exact-json/exact-number.ts';
import { contrast, describe } from '../excerpt.ts';
import type { JsonObject } from '../json.ts';
import { hasRejected } from '../shape/rejected.ts';
import { areSame, comparable } from './comparable.ts';
import { ANSWERED, keptBy, MEMBERS, type Member, type ObjectKind, SHOWN_BY, type Source } from './members.ts';
import type { Report, SentRequest } from './sent-request.ts';

interface Known {
  readonly value: unknown;
  readonly text: string;
  readonly source: Source;
  /** Whether an answer has shown the default, so that what differs later is no default. */
  readonly isTaken?: boolean;
  /** When the answer arrived that showed it, in milliseconds of the run. */
  readonly at: number;
  /** Number of the exchange that set or showed it. */
  readonly exchange: number;
}

/** What is known about one member of one object. */
interface KnownMember {
  /** The value as it was last set or shown; undefined if it is not certain. */
  known?: Known | undefined;
  /** The same before the request that is under way. */
  before?: Known | undefined;
  /** Requests under way that may change the member. */
  pending: number;
  /** Whether requests that may change the member overlapped, so that the last value is not certain. */
  isContested: boolean;
  touchedAt: number;
  touchedBy: number;
  /** Whether the service may change the member by itself. */
  isUnstable: boolean;
}

/** Where and when an answer shows an object. */
export interface ShownAt {
  readonly pointer: string;
  /** When the answer arrived, in milliseconds of the run. */
  readonly at: number;
  readonly isPart?: boolean;
}

/** Objects that are kept. A run makes some hundreds; lists may show more. */
const MOST_OBJECTS = 5000;

/** Knows the chats or the skills of a run, and compares every answer that shows one with what was sent and shown before. */
export class ObjectBook {
  readonly #kind: ObjectKind;
  readonly #report: Report;
  readonly #objects = new Map<string, Map<string, KnownMember>>();
  readonly #gone = new Set<string>();
  /** What the run has made itself. Everything else may be changed by others at any time. */
  readonly #own = new Set<string>();

  constructor(kind: ObjectKind, report: Report) {
    this.#kind = kind;
    this.#report = report;
  }

  /** A request is under way that may change members of an object. */
  begin(id: string, names: readonly string[], { exchange, sentAt }: SentRequest): void {
    for (const name of names) {
      const member = this.#member(id, name);
      if (!member) continue;
      member.isContested = member.pending > 0;
      member.pending += 1;
      member.before = member.known;
      member.known = undefined;
      member.touchedAt = sentAt;
      member.touchedBy = exchange;
    }
  }

  /** The request is over. @param sent the members that it has set for certain */
  end(id: string, names: readonly string[], sent: JsonObject, { exchange }: SentRequest, at: number): void {
    for (const name of names) {
      const member = this.#member(id, name);
      if (!member) continue;
      member.pending -= 1;
      member.touchedAt = at;
      member.touchedBy = exchange;
      if (name in sent && !member.isContested && member.pending === 0)
        this.#learn(member, sent[name], { source: 'changed', at, exchange });
    }
  }

  /** The request was refused, so each member is as it was before. */
  refuse(id: string, names: readonly string[], request: SentRequest, at: number): void {
    this.end(id, names, {}, request, at);
    for (const name of names) {
      const member = this.#member(id, name);
      if (member && !member.isContested && member.pending === 0) member.known ??= member.before;
    }
  }

  /** An object was created with these members. @param from whether the request set them, or left them to their defaults */
  create(
    id: string,
    members: JsonObject,
    from: { readonly source: 'created' | 'default'; readonly at: number; readonly exchange: number },
  ): void {
    this.adopt(id);
    for (const { name } of MEMBERS[this.#kind]) {
      const member = this.#member(id, name);
      if (member && name in members) this.#learn(member, members[name], from);
    }
  }

  /** The run makes an object under an id that nobody else knows. */
  adopt(id: string): void {
    if (this.#own.size < MOST_OBJECTS) this.#own.add(key(id));
  }

  /** The service may change these members by itself from now on, unless a client has set them. */
  loosen(id: string, names: readonly string[]): void {
    for (const name of names) {
      const member = this.#member(id, name);
      if (member && (member.known === undefined || member.known.source === 'shown')) member.isUnstable = true;
    }
  }

  /** The object is being deleted. Answers that are still under way may show it as it was at any time before. */
  forget(id: string): void {
    this.#objects.delete(key(id));
    this.#gone.add(key(id));
  }

  /** The value of a member; undefined if it is not certain. */
  valueOf(id: string, name: string): unknown {
    if (!this.#own.has(key(id))) return undefined;
    const member = this.#objects.get(key(id))?.get(name);
    return member?.pending === 0 ? member.known?.value : undefined;
  }

  /** An answer shows an object. @param shown where and when, and whether it shows only some members */
  show(object: JsonObject, shown: ShownAt, request: SentRequest): void {
    const { id } = object;
    const { isPart = false } = shown;
    if (typeof id !== 'string' && !isInteger(id)) return;
    const isOwn = this.#own.has(key(String(id)));
    if (!isOwn && this.#kind === 'chat' && !this.#isSameChat(String(id), object.created_at, request)) return;
    const members = this.#membersOf(String(id));
    if (!members) return;
    for (const rule of MEMBERS[this.#kind]) {
      if ((isPart && !(rule.name in object)) || (rule.isEditable && !isOwn)) continue;
      this.#compare(rule, memberOf(members, rule.name), object[rule.name], shown, request);
    }
  }

  /**
   * Whether an answer shows the chat that is known under an id. Others may delete it, and a send may create it anew, with a later moment of
   * creation. What is known is then forgotten; an answer that was under way may still show the earlier chat.
   */
  #isSameChat(id: string, createdAt: unknown, { sentAt }: SentRequest): boolean {
    const known = this.#objects.get(key(id))?.get('created_at')?.known;
    if (!known || areSame('same-moment', known, createdAt)) return true;
    if (!areSame('not-before', known, createdAt)) return sentAt >= known.at;
    this.#objects.delete(key(id));
    return true;
  }

  #compare(
    rule: Member,
    member: KnownMember,
    value: unknown,
    { pointer, at }: ShownAt,
    request: SentRequest,
  ): void {
    if (hasRejected(value)) return;
    // Of changes that overlapped, nobody knows which one came last.
    const isOwn = member.touchedBy === request.exchange && !member.isContested;
    const isOvertaken = member.touchedAt > request.sentAt && !isOwn;
    if (member.isUnstable || member.pending > 0 || isOvertaken) return;
    const { known } = member;
    const shown = { source: 'shown', at, exchange: request.exchange } as const;
    if (known === undefined) {
      this.#learn(member, value, shown);
      return;
    }
    // Of two answers under way at the same time, either may show the later moment.
    if (rule.comparison === 'not-before' && request.sentAt < known.at) return;
    if (areSame(rule.comparison, known, value)) {
      if (rule.comparison === 'not-before') this.#learn(member, value, shown);
      if (known.source === 'default') member.known = { ...known, isTaken: true };
      return;
    }
    const { operation } = request;
    const requirement =
      keptBy(this.#kind, rule, known.isTaken ? 'shown' : known.source) ??
      SHOWN_BY[this.#kind][operation] ??
      ANSWERED[this.#kind];
    const { expected, actual } = contrast(known.text, comparable(value) ?? describe(value));
    this.#report(requirement, request, {
      pointer: `${pointer}/${rule.name}`,
      expected: `${rule.comparison === 'not-before' ? 'not before ' : ''}${expected}, as ${SAID[known.source]}`,
      actual: value === undefined ? 'absent' : actual,
      others: [known.exchange],
    });
  }

  #learn(member: KnownMember, value: unknown, from: Pick<Known, 'source' | 'at' | 'exchange'>): void {
    const text = comparable(value);
    member.known = text === undefined ? undefined : { value: short(value), text, ...from };
    if (from.source !== 'shown') member.isUnstable = false;
  }

  #member(id: string, name: string): KnownMember | undefined {
    const members = this.#membersOf(id);
    return members && memberOf(members, name);
  }

  #membersOf(id: string): Map<string, KnownMember> | undefined {
    const known = this.#objects.get(key(id));
    if (known || this.#gone.has(key(id)) || this.#objects.size >= MOST_OBJECTS) return known;
    const members = new Map<string, KnownMember>();
    this.#objects.set(key(id), members);
    return members;
  }
}

function memberOf(members: Map<string, KnownMember>, name: string): KnownMember {
  let member = members.get(name);
  if (!member) {
    member = { pending: 0, isContested: false, touchedAt: -1, touchedBy: -1, isUnstable: false };
    members.set(name, member);
  }
  return member;
}

const SAID: Readonly<Record<Source, string>> = {
  created: 'it was created',
  default: 'the default says',
  changed: 'it was changed',
  shown: 'an earlier answer showed it',
};

/** Case is not significant in a UUID. */
function key(id: string): string {
  return id.toLowerCase();
}

/** Long texts are compared by their hash only. */
function short(value: unknown): unknown {
  return typeof value === 'string' && value.length > 100 ? value.slice(0, 100) : value;
}
