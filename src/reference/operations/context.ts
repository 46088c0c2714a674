import type { Clock } from '../clock.ts';
import type { Credential, Directory } from '../directory/types.ts';
import type { HttpRequest, LoggedFacts } from '../http/exchange.ts';
import type { Delivery } from '../interactions/delivery.ts';
import type { PendingInteractions } from '../interactions/pending-interactions.ts';
import { Usable } from '../resources/usable.ts';
import type { Page, Store, TurnRecord } from '../store/store.ts';
import type { Delegation } from '../turns/delegation.ts';
import type { TurnEngine } from '../turns/engine.ts';

/** The interfaces that the operations use. */
export interface ServicePorts {
  readonly clock: Clock;
  readonly directory: Directory;
  readonly store: Store;
  readonly engine: TurnEngine;
  readonly desk: PendingInteractions;
  readonly delivery: Delivery;
  readonly delegation: Delegation;
  /** The maximum number of turns of one credential that run at the same time. */
  readonly liveTurns: number;
  /** Receives errors that are defects of this server. */
  report(error: unknown): void;
}

/** One request while it passes the stages. Each stage stores here what it read. */
export class Context {
  readonly request: HttpRequest;
  readonly ports: ServicePorts;
  /** The path's `chat_id`, in lower case, or an empty string. */
  chatId = '';
  /** The path's `skill_id`, or 0. */
  skillId = 0;
  /** The requested page of a list. */
  page: PageRequest = { page: 1, size: 50 };
  /** The parsed body; after the last stage it matches the contract. */
  body: unknown;
  /** The idempotency key of a turn send, and a hash that distinguishes its body from others. */
  key: { value: string; fingerprint: string } | undefined;
  /** The ended turn of an earlier send with the same key. */
  replayed: TurnRecord | undefined;
  #credential: Credential | undefined;
  #usable: Usable | undefined;

  constructor(request: HttpRequest, ports: ServicePorts) {
    this.request = request;
    this.ports = ports;
  }

  /** @throws Error before the stage that sets the credential */
  get credential(): Credential {
    if (!this.#credential) throw new Error('a stage before authentication asked for the credential');
    return this.#credential;
  }

  set credential(credential: Credential) {
    this.#credential = credential;
  }

  /** What the log says about the request: whose it is, and which turn it repeats. */
  get logged(): LoggedFacts {
    const { replayed } = this;
    return {
      ...(this.#credential && { credential: this.#credential.id }),
      ...(replayed && { chat_id: replayed.chatId, message_id: replayed.id, replay_of: replayed.requestId }),
    };
  }

  /** The resources that the credential can use. */
  get usable(): Usable {
    this.#usable ??= new Usable(this.ports.directory, this.credential);
    return this.#usable;
  }
}

export interface PageRequest {
  /** Starts at 1. */
  readonly page: number;
  readonly size: number;
}

/** Larger than any list, and still an integer that SQLite accepts. */
const LAST_OFFSET = 2 ** 52;

export function offsetOf({ page, size }: PageRequest): Page {
  return { offset: Math.min((page - 1) * size, LAST_OFFSET), limit: size };
}
