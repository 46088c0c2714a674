import { Tokenizer, TokenizerError, TokenType } from '@streamparser/json';
import { JsonStructure, NotJsonError } from '../../judge/json-structure.ts';
import { DamagedTextError, decodeString, endOfCharacters, KeptText, TextStore } from './kept-text.ts';
import { StringScanner } from './string-scanner.ts';

/**
 * The parts of a JSON text that are kept: members of objects and items of lists. A `scalar` is a number, a literal or a short string; a
 * string that may be long is a `text` and becomes a KeptText. Everything else is skipped: a value of another type becomes an empty object,
 * an empty list or an empty string.
 */
export type Shape = 'scalar' | 'text' | ObjectShape | ListShape;

export interface ObjectShape {
  readonly members: Readonly<Record<string, Shape>>;
}

export interface ListShape {
  readonly items: Shape;
  /** Whether the items are passed on one by one, and not kept. */
  readonly isPassedOn?: true;
}

/** Receives the next item of the list that is passed on. Its texts can be read until the function returns. */
export type OnItem = (item: unknown, index: number, lack: string | undefined) => void;

interface Frame {
  readonly shape: ObjectShape | ListShape;
  readonly value: Record<string, unknown> | unknown[];
  /** Name of the member, or the number of items so far. */
  name: string;
  count: number;
}

/** What a string is. */
type Role = 'name' | 'scalar' | 'text' | 'skipped';

/** Longest scalar that is kept, as it is written. Far more than a URL or a header has. */
const SHORT = 64 * 1024;
/** Bytes that an item of a list takes besides its texts, if it is an object with some members, and otherwise. */
const ITEM = { object: 384, scalar: 64 };

/**
 * Parses a JSON text of any size in pieces and keeps the parts of a shape, in bounded memory: each item that is passed on may take so
 * many bytes. Of a larger one the rest is skipped, and `onItem` receives the name of what it lacks.
 */
export class JsonPruner {
  readonly #shape: Shape;
  readonly #onItem: OnItem;
  readonly #mostBytes: number;
  readonly #structure = new JsonStructure();
  readonly #tokenizer = new Tokenizer();
  readonly #scanner: StringScanner;
  readonly #store = new TextStore();
  readonly #short = new Uint8Array(SHORT);
  readonly #frames: Frame[] = [];
  #shortLength = 0;
  #role: Role = 'skipped';
  /** Depth of the outermost container that is skipped; 0 if none is. */
  #skipped = 0;
  #textStart = 0;
  /** Bytes of the pieces before this one. */
  #pushed = 0;
  /** The byte of the document at which the last string begins. */
  #stringAt = 0;
  /** Bytes that the item takes besides its texts. */
  #cost = 0;
  #lack: string | undefined;
  #root: unknown;

  constructor(shape: Shape, onItem: OnItem, mostBytes: number) {
    this.#shape = shape;
    this.#onItem = onItem;
    this.#mostBytes = mostBytes;
    this.#tokenizer.onToken = ({ token, value }) => this.#take(token, value);
    this.#scanner = new StringScanner({
      outside: (bytes) => this.#tokenizer.write(bytes),
      openString: (at) => this.#openString(at),
      inString: (bytes) => this.#inString(bytes),
    });
  }

  /** @throws NotJsonError */
  push(bytes: Uint8Array): void {
    this.#refuseAsOurs(() => this.#scanner.push(bytes));
    this.#pushed += bytes.length;
  }

  /**
   * @returns the document without what is skipped and what was passed on
   * @throws NotJsonError
   */
  end(): unknown {
    this.#refuseAsOurs(() => this.#tokenizer.end());
    if (!this.#structure.isComplete) throw new NotJsonError('it ends early');
    return this.#root;
  }

  #openString(at: number): void {
    this.#stringAt = this.#pushed + at;
    this.#shortLength = 0;
    this.#role = this.#nextRole();
    this.#textStart = this.#store.length;
  }

  #nextRole(): Role {
    if (this.#skipped > 0) return 'skipped';
    if (this.#structure.expectsName) return 'name';
    const wanted = this.#wanted;
    return wanted === 'scalar' || wanted === 'text' ? wanted : 'skipped';
  }

  #inString(bytes: Uint8Array): void {
    if (this.#role === 'skipped') return;
    if (this.#role === 'text') {
      if (this.#charge(bytes.length)) this.#store.append(bytes);
      return;
    }
    const part = bytes.subarray(0, SHORT - this.#shortLength);
    this.#short.set(part, this.#shortLength);
    this.#shortLength += part.length;
    if (part.length < bytes.length && this.#role === 'scalar')
      this.#lack ??= `it has a text of more than ${SHORT} bytes`;
  }

  /** Counts bytes that the item takes. @returns false if it must not take more */
  #charge(bytes: number): boolean {
    if (this.#cost + this.#store.length + bytes > this.#mostBytes)
      this.#lack ??= `it takes more than ${this.#mostBytes} bytes`;
    else if (this.#lack === undefined) return true;
    return false;
  }

  #take(token: TokenType, value: unknown): void {
    switch (token) {
      case TokenType.LEFT_BRACE:
      case TokenType.LEFT_BRACKET:
        this.#open(token === TokenType.LEFT_BRACKET);
        return;
      case TokenType.RIGHT_BRACE:
      case TokenType.RIGHT_BRACKET:
        this.#close(token === TokenType.RIGHT_BRACKET);
        return;
      case TokenType.COLON:
        this.#structure.colon();
        return;
      case TokenType.COMMA:
        this.#structure.comma();
        return;
      case TokenType.STRING:
        if (this.#structure.expectsName) this.#name();
        else this.#scalar(this.#string());
        return;
      default:
        this.#scalar(value);
    }
  }

  #open(isList: boolean): void {
    const wanted = this.#skipped > 0 ? undefined : this.#wanted;
    this.#structure.open(isList);
    if (this.#skipped > 0) return;
    const fits = typeof wanted === 'object' && 'items' in wanted === isList;
    if (fits) this.#frames.push({ shape: wanted, value: isList ? [] : {}, name: '', count: 0 });
    else this.#skipped = this.#structure.depth;
  }

  #close(isList: boolean): void {
    this.#structure.close(isList);
    if (this.#skipped === 0) this.#deliver(this.#frames.pop()?.value);
    else if (this.#structure.depth < this.#skipped) {
      this.#skipped = 0;
      this.#deliver(isList ? [] : {});
    }
  }

  #scalar(value: unknown): void {
    this.#structure.scalar();
    if (this.#skipped === 0) this.#deliver(value);
  }

  #name(): void {
    this.#structure.name();
    const frame = this.#frames.at(-1);
    if (this.#skipped === 0 && frame) frame.name = this.#decodeName();
  }

  /** A damaged name is unknown. */
  #decodeName(): string {
    try {
      return decodeString(this.#shortBytes);
    } catch {
      return '';
    }
  }

  #string(): unknown {
    if (this.#role === 'text') return new KeptText(this.#store, this.#textStart, this.#store.length);
    if (this.#role !== 'scalar') return '';
    this.#cost += this.#shortLength;
    const bytes = this.#shortBytes;
    return decodeString(bytes.subarray(0, bytes.length < SHORT ? bytes.length : endOfCharacters(bytes)));
  }

  get #shortBytes(): Uint8Array {
    return this.#short.subarray(0, this.#shortLength);
  }

  /** The shape of the value that comes next; undefined if nothing of it is kept. */
  get #wanted(): Shape | undefined {
    const frame = this.#frames.at(-1);
    if (!frame) return this.#shape;
    if ('items' in frame.shape) return frame.shape.items;
    return Object.hasOwn(frame.shape.members, frame.name) ? frame.shape.members[frame.name] : undefined;
  }

  #deliver(value: unknown): void {
    const frame = this.#frames.at(-1);
    if (!frame) {
      this.#root = value;
    } else if (!Array.isArray(frame.value)) {
      if (this.#wanted !== undefined) frame.value[frame.name] = value;
    } else if ('isPassedOn' in frame.shape) {
      this.#onItem(value, frame.count, this.#lack);
      frame.count += 1;
      this.#store.clear();
      this.#cost = 0;
      this.#lack = undefined;
    } else {
      this.#keep(frame.value, value);
    }
  }

  #keep(list: unknown[], item: unknown): void {
    const cost = typeof item === 'object' ? ITEM.object : ITEM.scalar;
    if (!this.#charge(cost)) return;
    this.#cost += cost;
    list.push(item);
  }

  /** The message of the tokenizer names a place, which would mislead: it counts without the strings. */
  #refuseAsOurs(step: () => void): void {
    try {
      step();
    } catch (error) {
      if (error instanceof TokenizerError) throw new NotJsonError('a character is not allowed there');
      if (error instanceof DamagedTextError)
        throw new NotJsonError(`the string at byte ${this.#stringAt} is damaged`);
      throw error;
    }
  }
}
