import type { SendTurnRequest } from '../../../generated/types.js';

/** Where the keys of running turns are kept, so that a page that is loaded again can read the outcome. `sessionStorage` is one. */
export interface KeyStore {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
}

/** What a store keeps of a turn. A key has to come with the same body again. */
export interface Sent {
  readonly idempotencyKey: string;
  readonly body: SendTurnRequest;
  /** When it was sent, in milliseconds since 1970. */
  readonly at: number;
}

/** Milliseconds. A service may forget a key, and then runs its turn anew. */
const OLDEST = 60 * 60_000;

/** The running turn of each chat. If the store throws, because it is full or forbidden to this page, nothing is kept. */
export class KeptTurns {
  readonly #keys: KeyStore;

  constructor(keys: KeyStore = keysInMemory()) {
    this.#keys = keys;
  }

  /** Reads the turn of a chat. Removes an entry that is invalid or too old. */
  read(chatId: string): Sent | undefined {
    const sent = readSent(this.#raw(chatId));
    if (!sent) this.#write(chatId, null);
    return sent;
  }

  /** Keeps a turn. @returns a function that restores the turn kept before, unless a third has replaced this one */
  keep(chatId: string, sent: Sent): () => void {
    const earlier = this.#raw(chatId);
    this.#write(chatId, JSON.stringify(sent));
    return () => {
      if (this.#has(chatId, sent)) this.#write(chatId, earlier);
    };
  }

  /** Forgets a turn, unless another has replaced it. Without a turn, forgets the one that is kept. */
  forget(chatId: string, sent?: Sent): void {
    if (!sent || this.#has(chatId, sent)) this.#write(chatId, null);
  }

  #has(chatId: string, { idempotencyKey }: Sent): boolean {
    return readSent(this.#raw(chatId))?.idempotencyKey === idempotencyKey;
  }

  #raw(chatId: string): string | null {
    try {
      return this.#keys.getItem(nameOf(chatId));
    } catch {
      return null;
    }
  }

  #write(chatId: string, value: string | null): void {
    const name = nameOf(chatId);
    try {
      if (value === null) this.#keys.removeItem(name);
      else this.#keys.setItem(name, value);
    } catch {
      // Only resuming is lost.
    }
  }
}

function nameOf(chatId: string): string {
  return `conversation-api ${chatId}`;
}

function readSent(kept: string | null): Sent | undefined {
  try {
    const { idempotencyKey, body, at = 0 } = JSON.parse(kept ?? '') as Partial<Sent>;
    const isSent = typeof idempotencyKey === 'string' && typeof body?.content === 'string';
    return isSent && at > Date.now() - OLDEST ? { idempotencyKey, body, at } : undefined;
  } catch {
    return undefined;
  }
}

function keysInMemory(): KeyStore {
  const keys = new Map<string, string>();
  return {
    getItem: (name) => keys.get(name) ?? null,
    setItem: (name, value) => void keys.set(name, value),
    removeItem: (name) => void keys.delete(name),
  };
}
