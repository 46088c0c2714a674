import { hash } from 'node:crypto';

const CHATS = '/api/v1/chats/';

/** Bytes of the hash that decide. A chat id has more randomness than a rate of 0.01 % needs. */
const HASH_BYTES = 6;

/**
 * Chooses the exchanges that are recorded. Those of one chat are all chosen or none, in every process with the same rate, so that a
 * turn and its replay stay together. Exchanges without a chat are drawn at random.
 */
export class Sampler {
  readonly #rate: number;
  readonly #random: () => number;

  /** @param rate from 0 for none to 1 for all */
  constructor(rate: number, random: () => number = Math.random) {
    this.#rate = rate;
    this.#random = random;
  }

  /** @param path path and query of a request, or a URL */
  takes(path: string): boolean {
    if (this.#rate >= 1) return true;
    const chat = chatOf(path);
    return (chat === undefined ? this.#random() : fractionOf(chat)) < this.#rate;
  }
}

/** The chat id in a path, in one spelling. The service may have any base path. */
function chatOf(target: string): string | undefined {
  const [path = ''] = target.split('?', 1);
  const start = path.lastIndexOf(CHATS);
  if (start < 0) return undefined;
  const [id = ''] = path.slice(start + CHATS.length).split('/', 1);
  return id === '' ? undefined : decode(id).toLowerCase();
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A number from 0 to 1 that depends on the text alone. */
function fractionOf(text: string): number {
  return hash('sha256', text, 'buffer').readUIntBE(0, HASH_BYTES) / 2 ** (8 * HASH_BYTES);
}
