import { element } from '../element.ts';
import { authorizationOf } from './authorization.ts';
import type { OperationFacts, PreparedRequest } from './facts.ts';
import { Tokens } from './tokens.ts';

/** Where `serve` listens by default. */
const USUAL_SERVER = 'http://127.0.0.1:4010';
/** The published token of the default seed. */
const KNOWN_TOKEN = 'harbor-main';

/** The fields of a request. A token is sent only to the server for which it was typed, and is kept until the reader leaves the page. */
export class RequestForm {
  readonly root: HTMLElement;
  readonly server = element('input', {
    type: 'url',
    value: USUAL_SERVER,
    autocomplete: 'off',
    spellcheck: 'false',
  });
  readonly #token = element('input', {
    type: 'password',
    autocomplete: 'off',
    value: KNOWN_TOKEN,
    placeholder: 'empty: no Authorization header',
  });
  readonly #tokens = new Tokens();
  readonly #values = new Map<string, HTMLInputElement>();
  readonly #body = element('textarea', { rows: '8', spellcheck: 'false' });
  readonly #facts: OperationFacts;
  /** The proposed server, and how fast its timers run. Other servers run in real time. */
  #proposed = { server: '', timeScale: 1 };

  readonly #onChange: () => void;

  /** @param onChange called after each change of a field */
  constructor(facts: OperationFacts, onChange: () => void) {
    this.#facts = facts;
    this.#onChange = onChange;
    this.#body.value = facts.bodies[0]?.text ?? '';
    const values = facts.parameters.map(({ name, in: place, isRequired, example }) => {
      const input = element('input', {
        type: 'text',
        autocomplete: 'off',
        spellcheck: 'false',
        value: name === 'Idempotency-Key' ? crypto.randomUUID() : isRequired ? example : '',
      });
      this.#values.set(name, input);
      return field(`${name} (${place})`, input);
    });
    // Without a form, a browser would offer to save the token as a password. The buttons send the request.
    this.root = element(
      'form',
      { class: 'fields', autocomplete: 'off' },
      field('Server', this.server),
      field('Token', this.#token),
      ...values,
      ...(facts.bodies.length > 1 ? [field('Example', this.#examples())] : []),
      ...(facts.bodies.length > 0 ? [field('Body', this.#body)] : []),
    );
    this.root.addEventListener('submit', (event) => event.preventDefault());
    this.#token.addEventListener('input', () => this.#tokens.keep(this.server.value, this.#token.value));
    this.server.addEventListener('input', () => this.#showToken());
    for (const kind of ['input', 'change']) this.root.addEventListener(kind, onChange);
  }

  /** A list of the examples. The chosen one becomes the body. */
  #examples(): HTMLSelectElement {
    const { bodies } = this.#facts;
    const option = ({ label }: OperationFacts['bodies'][number], index: number) =>
      element('option', { value: String(index) }, label);
    const options = bodies.map(option);
    const scripted = options.filter((_, index) => bodies[index]?.isScripted);
    const choice = element('select', { 'aria-label': 'Example' }, ...options);
    if (scripted.length > 0)
      choice.append(
        element('optgroup', { label: 'With a script, for a server with a scripted model' }, ...scripted),
      );
    choice.addEventListener('change', () => {
      this.#body.value = bodies[Number(choice.value)]?.text ?? '';
    });
    return choice;
  }

  propose(server: string, timeScale: number): void {
    this.#proposed = { server, timeScale };
    if (this.server.value !== USUAL_SERVER) return;
    this.server.value = server;
    this.#showToken();
    this.#onChange();
  }

  /** Shows the token that belongs to the server. The published token is proposed only for the usual server and for the proposed one. */
  #showToken(): void {
    this.#token.value = this.#tokens.of(this.server.value) ?? (this.#isOurs ? KNOWN_TOKEN : '');
  }

  get #isOurs(): boolean {
    return [USUAL_SERVER, this.#proposed.server].includes(this.#address);
  }

  get #address(): string {
    return this.server.value.trim().replace(/(?<!\/)\/+$/, '');
  }

  /** Makes a new key, so that the next request is a new turn. */
  renewKey(): void {
    const key = this.#values.get('Idempotency-Key');
    if (key) key.value = crypto.randomUUID();
  }

  value(name: string): string {
    return this.#values.get(name)?.value.trim() ?? '';
  }

  /** @throws Error with a sentence for the reader */
  prepare(): PreparedRequest {
    const { method, path, parameters, bodies } = this.#facts;
    const hasBody = bodies.length > 0;
    const missing = parameters.find(({ name, isRequired }) => isRequired && this.value(name) === '');
    if (missing) throw new Error(`fill in ${missing.name}`);
    if (hasBody) checkJson(this.#body.value);
    const query = new URLSearchParams(
      parameters
        .filter((each) => each.in === 'query' && this.value(each.name) !== '')
        .map(({ name }) => [name, this.value(name)]),
    ).toString();
    const filled = parameters
      .filter((each) => each.in === 'path')
      .reduce((made, { name }) => made.replace(`{${name}}`, encodeURIComponent(this.value(name))), path);
    return {
      method,
      path: query === '' ? filled : `${filled}?${query}`,
      ...this.reach(),
      headers: {
        ...this.reach().headers,
        ...Object.fromEntries(
          parameters.filter((each) => each.in === 'header').map(({ name }) => [name, this.value(name)]),
        ),
        ...(hasBody && { 'Content-Type': 'application/json' }),
      },
      ...(hasBody && { body: this.#body.value }),
    };
  }

  /** The server and the credential. @throws Error with a sentence for the reader */
  reach(): Pick<PreparedRequest, 'server' | 'headers' | 'timeScale'> {
    const server = this.#address;
    if (!/^https?:\/\/[^\s/]/.test(server))
      throw new Error('the server must be an address that begins with http:// or https://');
    const timeScale = server === this.#proposed.server ? this.#proposed.timeScale : 1;
    return { server, headers: authorizationOf(this.#token.value), timeScale };
  }
}

function checkJson(text: string): void {
  try {
    JSON.parse(text);
  } catch (error) {
    throw new Error(`the body is not JSON: ${(error as Error).message}`, { cause: error });
  }
}

function field(label: string, input: HTMLElement): HTMLElement {
  return element('label', {}, element('span', {}, label), input);
}
