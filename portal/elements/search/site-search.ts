import { element, root } from '../element.ts';
import type { SearchHit, SearchIndex } from './search-index.ts';

/** Milliseconds after the last letter before the index is asked. */
const PAUSE = 120;

/**
 * `<site-search>`: the button of the search, and its dialog. The field can be used at once. The index is loaded when the dialog is opened
 * for the first time, and answers what is in the field by then.
 */
export class SiteSearch extends HTMLElement {
  // In a field of the type `search`, the first Escape only empties the field.
  readonly #field = element('input', {
    type: 'text',
    role: 'searchbox',
    'aria-label': 'Search',
    placeholder: 'An operation, an event, a code, a requirement…',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    enterkeyhint: 'search',
  });
  readonly #status = element('p', { role: 'status' });
  readonly #hits = element('ol');
  readonly #dialog = element('dialog', { 'aria-label': 'Search' });
  #index: Promise<SearchIndex> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The number of the last question, so that a slow answer does not replace a later one. */
  #asked = 0;

  connectedCallback(): void {
    const button = this.querySelector('button');
    if (!button || this.#dialog.isConnected) return;
    const close = element('button', { type: 'button' }, 'Close');
    this.#dialog.append(element('div', { class: 'bar' }, this.#field, close), this.#status, this.#hits);
    this.append(this.#dialog);
    button.addEventListener('click', () => this.#open());
    button.disabled = false;
    close.addEventListener('click', () => this.#dialog.close());
    this.#dialog.addEventListener('click', ({ target }) => {
      const isLink = target instanceof Element && target.closest('a') !== null;
      if (isLink || target === this.#dialog) this.#dialog.close();
    });
    this.#field.addEventListener('input', () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#search(), PAUSE);
    });
    this.#dialog.addEventListener('keydown', (event) => this.#walk(event));
    window.addEventListener('keydown', (event) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (this.#dialog.open) this.#dialog.close();
      else this.#open();
    });
  }

  #open(): void {
    this.#dialog.showModal();
    this.#field.focus();
    this.#field.select();
    // A failure is said when something is searched for, and the next question tries again.
    this.#load().catch(() => {});
  }

  #load(): Promise<SearchIndex> {
    this.#index ??= import('./search-index.ts')
      .then(({ openIndex }) => openIndex(root))
      .catch((error: unknown) => {
        this.#index = undefined;
        throw error;
      });
    return this.#index;
  }

  async #search(): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    const words = this.#field.value.trim();
    if (words === '') {
      this.#show('', []);
      return;
    }
    this.#status.textContent = 'Searching…';
    try {
      const { total, hits } = await (await this.#load())(words);
      if (asked !== this.#asked) return;
      this.#show(total === 0 ? 'Nothing found. Try fewer words.' : `${total} found`, hits);
    } catch {
      if (asked === this.#asked)
        this.#show('The search could not be loaded. Change a letter to try again.', []);
    }
  }

  #show(status: string, hits: readonly SearchHit[]): void {
    this.#status.textContent = status;
    this.#hits.replaceChildren(
      ...hits.map(({ address, title, kind, excerpt }) =>
        element(
          'li',
          {},
          element('a', { href: address }, element('strong', {}, title), ' ', element('small', {}, kind)),
          element('p', {}, ...excerpt),
        ),
      ),
    );
  }

  /** The arrow keys go from the field to the hits and between them. */
  #walk(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const stops = [this.#field, ...this.#hits.querySelectorAll('a')];
    const at = stops.indexOf(document.activeElement as HTMLInputElement);
    stops[Math.min(stops.length - 1, Math.max(0, at + step))]?.focus();
  }
}
