import type { UnpackerParts } from './body-unpacker.ts';

/**
 * A body with an unknown content coding, which is read as it is, as browsers do, as long as it is UTF-8. Other bytes are packed in some way, so
 * that secrets in them cannot be masked.
 */
export class UnknownBody {
  readonly #parts: Pick<UnpackerParts, 'onBytes' | 'onFailure'>;
  readonly #text = new TextDecoder('utf-8', { fatal: true });
  #isOver = false;

  constructor(parts: Pick<UnpackerParts, 'onBytes' | 'onFailure'>) {
    this.#parts = parts;
  }

  write(bytes: Uint8Array, at: number): void {
    if (this.#isOver) return;
    if (this.#isText(bytes, true)) this.#parts.onBytes(bytes, at);
    else this.#fail();
  }

  /** @param isCut whether the body may be incomplete, so that it may end within a character */
  async end(isCut: boolean): Promise<void> {
    if (!this.#isOver && !isCut && !this.#isText(new Uint8Array(0), false)) this.#fail();
    this.#isOver = true;
  }

  destroy(): void {
    this.#isOver = true;
  }

  #isText(bytes: Uint8Array, stream: boolean): boolean {
    try {
      this.#text.decode(bytes, { stream });
      return true;
    } catch {
      return false;
    }
  }

  #fail(): void {
    this.#isOver = true;
    this.#parts.onFailure('its body is encoded in a way that the recorder cannot unpack');
  }
}
