import { element } from '../element.ts';
import type { OperationFacts, PreparedRequest } from './facts.ts';

/** The fields of a request. The token is kept in its field and nowhere else. */
export class RequestForm {
  readonly root: HTMLElement;
  readonly server = element('input', {
    type: 'url',
    value: 'http://127.0.0.1:4010',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  readonly #token = element('input', {
    type: 'password',
    autocomplete: 'off',
    value: '',
    placeholder: 'harbor-main',
  });
  readonly #values = new Map<string, HTMLInputElement>();
  readonly #body = element('textarea', { rows: '8', spellcheck: 'false' });
  readonly #facts: OperationFacts;
  /** The proposed server, and how fast its timers run. Other servers run in real time. */
  #proposed = { server: '', timeScale: 1 };

  constructor(facts: OperationFacts) {
    this.#facts = facts;
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
    // A browser offers to keep a password that is in no form. The buttons send the request.
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
  }

  /** Puts the chosen example into the body. */
  #examples(): HTMLSelectElement {
    const { bodies } = this.#facts;
    const choice = element(
      'select',
      { 'aria-label': 'Example' },
      ...bodies.map(({ label }, index) => element('option', { value: String(index) }, label)),
    );
    choice.addEventListener('change', () => {
      this.#body.value = bodies[Number(choice.value)]?.text ?? '';
    });
    return choice;
  }

  propose(server: string, timeScale: number): void {
    this.server.value = server;
    this.#proposed = { server, timeScale };
  }

  /** A new key, so that the next request is a new turn. */
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
    const server = this.server.value.trim().replace(/(?<!\/)\/+$/, '');
    if (!/^https?:\/\/[^\s/]/.test(server))
      throw new Error('the server is an address that begins with http:// or https://');
    const token = this.#token.value.trim() || this.#token.placeholder;
    if (/[^\x21-\x7e]/.test(token)) throw new Error('the token has characters that no header can carry');
    const timeScale = server === this.#proposed.server ? this.#proposed.timeScale : 1;
    return { server, headers: { Authorization: `Bearer ${token}` }, timeScale };
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
