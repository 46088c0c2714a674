/** Levels whose brackets are compared. In what is nested deeper they are only counted, so that depth takes no memory. */
const MOST_LEVELS = 10_000;

type Expected = 'value' | 'first item' | 'first name' | 'name' | 'colon' | 'next' | 'nothing';

/** The text is not JSON. */
export class NotJsonError extends Error {
  readonly code = 'not-json';

  constructor(message: string) {
    super(message);
    this.name = 'NotJsonError';
  }
}

/** Follows the tokens of a JSON text and refuses one that must not come next. */
export class JsonStructure {
  readonly #isList = new Uint8Array(MOST_LEVELS + 1);
  #expected: Expected = 'value';
  depth = 0;

  get isComplete(): boolean {
    return this.#expected === 'nothing';
  }

  /** Whether a string is the name of a member if it comes next. */
  get expectsName(): boolean {
    return this.#expected === 'name' || this.#expected === 'first name';
  }

  name(): void {
    this.#check(this.expectsName);
    this.#expect('colon');
  }

  colon(): void {
    this.#check(this.#expected === 'colon');
    this.#expect('value');
  }

  comma(): void {
    this.#check(this.#expected === 'next');
    this.#expect(this.#isList[this.depth] === 1 ? 'value' : 'name');
  }

  /** A string, a number, `true`, `false` or `null`. */
  scalar(): void {
    this.#check(this.#expectsValue);
    this.#expect('next');
  }

  open(isList: boolean): void {
    this.#check(this.#expectsValue);
    this.depth += 1;
    if (!this.#isTooDeep) this.#isList[this.depth] = isList ? 1 : 0;
    this.#expect(isList ? 'first item' : 'first name');
  }

  close(isList: boolean): void {
    const isEnd = this.#expected === 'next' || this.#expected === (isList ? 'first item' : 'first name');
    this.#check(isEnd && this.depth > 0 && this.#isList[this.depth] === (isList ? 1 : 0));
    this.depth -= 1;
    this.#expect('next');
  }

  get #expectsValue(): boolean {
    return this.#expected === 'value' || this.#expected === 'first item';
  }

  get #isTooDeep(): boolean {
    return this.depth > MOST_LEVELS;
  }

  #check(holds: boolean): void {
    if (!holds && !this.#isTooDeep) throw new NotJsonError(`expected ${this.#expected}`);
  }

  #expect(expected: Expected): void {
    this.#expected = expected === 'next' && this.depth === 0 ? 'nothing' : expected;
  }
}
