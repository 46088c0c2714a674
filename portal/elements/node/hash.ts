import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

type Sha256 = ReturnType<typeof sha256.create>;

/** The part of Node's hash that the judge uses. The browser's own hash is asynchronous, and judging is synchronous. */
class Hash {
  readonly #state: Sha256;

  constructor(state: Sha256 = sha256.create()) {
    this.#state = state;
  }

  update(data: Uint8Array | string): this {
    this.#state.update(typeof data === 'string' ? new TextEncoder().encode(data) : data);
    return this;
  }

  copy(): Hash {
    return new Hash(this.#state.clone());
  }

  digest(encoding: 'hex' | 'base64'): string {
    const bytes = this.#state.digest();
    return encoding === 'hex' ? bytesToHex(bytes) : btoa(String.fromCharCode(...bytes));
  }
}

export function createHash(algorithm: string): Hash {
  if (algorithm !== 'sha256') throw new Error(`the portal has no hash ${algorithm}; add it to hash.ts`);
  return new Hash();
}
