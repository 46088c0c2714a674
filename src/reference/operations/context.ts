import type { Credential } from '../directory/types.ts';
import type { HttpRequest } from '../http/exchange.ts';
import { Usable } from '../resources/usable.ts';
import type { Page, TurnRecord } from '../store/store.ts';
import type { ServicePorts } from './ports.ts';

/** One request on its way through the stages. Each stage fills in what it has read. */
export class Context {
  readonly request: HttpRequest;
  readonly ports: ServicePorts;
  /** The path's `chat_id`, in lower case, or an empty string. */
  chatId = '';
  /** The path's `skill_id`, or 0. */
  skillId = 0;
  /** For lists. */
  page: PageRequest = { page: 1, size: 50 };
  /** Parsed; and after the last stage, valid. */
  body: unknown;
  /** On a turn send: its key, and what tells its body from another. */
  key: { value: string; fingerprint: string } | undefined;
  /** The turn that was sent with this key before, and has ended. */
  replayed: TurnRecord | undefined;
  #credential: Credential | undefined;
  #usable: Usable | undefined;

  constructor(request: HttpRequest, ports: ServicePorts) {
    this.request = request;
    this.ports = ports;
  }

  get credential(): Credential {
    if (!this.#credential) throw new Error('a stage before authentication asked for the credential');
    return this.#credential;
  }

  set credential(credential: Credential) {
    this.#credential = credential;
  }

  /** What the credential's turns can use. */
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

/** Far beyond any list, and still a number that a database counts with. */
const LAST_OFFSET = 2 ** 52;

export function offsetOf({ page, size }: PageRequest): Page {
  return { offset: Math.min((page - 1) * size, LAST_OFFSET), limit: size };
}
