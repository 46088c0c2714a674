import { element, root } from '../element.ts';
import { KIND_NAMES, KINDS, type Kind } from './documents.ts';
import type { SearchHit, SearchIndex } from './search-index.ts';
import { wordsOf } from './words.ts';

/** Milliseconds between the last keystroke and the search. */
const PAUSE = 120;

/**
 * `<site-search>`: the search button and its dialog. The index is loaded when the dialog is first opened. The field can be used at once;
 * the search runs when the index has arrived.
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
  readonly #chips = element('div', { class: 'chips', role: 'group', 'aria-label': 'Kinds' });
  readonly #hits = element('ol');
  readonly #dialog = element('dialog', { 'aria-label': 'Search' });
  #index: Promise<SearchIndex> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The number of the latest search, so that a slow result does not replace a later one. */
  #asked = 0;
  #found: readonly SearchHit[] = [];
  /** The kind of the hits that are shown; undefined for all kinds. */
  #kind: Kind | undefined;

  connectedCallback(): void {
    const button = this.querySelector('button');
    if (!button || this.#dialog.isConnected) return;
    const close = element('button', { type: 'button' }, 'Close');
    this.#dialog.append(
      element('div', { class: 'bar' }, this.#field, close),
      this.#status,
      this.#chips,
      this.#hits,
    );
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
      const isChord = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      const isSlash = event.key === '/' && !isWriting(event);
      if (!isChord && !isSlash) return;
      event.preventDefault();
      if (this.#dialog.open && isChord) this.#dialog.close();
      else if (!this.#dialog.open) this.#open();
    });
  }

  #open(): void {
    this.#dialog.showModal();
    this.#field.focus();
    this.#field.select();
    // A failure is shown at the next search, which tries again.
    this.#load().catch(() => {});
  }

  #load(): Promise<SearchIndex> {
    this.#index ??= loadIndex().catch((error: unknown) => {
      this.#index = undefined;
      throw error;
    });
    return this.#index;
  }

  async #search(): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    const words = this.#field.value.trim();
    this.#kind = undefined;
    if (words === '') {
      this.#show('', []);
      return;
    }
    this.#status.textContent = 'Searching…';
    try {
      const hits = (await this.#load())(words);
      if (asked !== this.#asked) return;
      this.#show(hits.length === 0 ? 'Nothing found. Try fewer words.' : `${hits.length} found`, hits);
    } catch {
      if (asked === this.#asked)
        this.#show('The search could not be loaded. Change a letter to try again.', []);
    }
  }

  #show(status: string, hits: readonly SearchHit[]): void {
    this.#status.textContent = status;
    this.#found = hits;
    this.#list();
  }

  #list(): void {
    const byKind = Map.groupBy(this.#found, ({ kind }) => kind);
    const chip = (label: string, count: number, kind: Kind | undefined) => {
      const made = element(
        'button',
        { type: 'button', 'aria-pressed': String(kind === this.#kind) },
        `${label} ${count}`,
      );
      made.addEventListener('click', () => {
        this.#kind = kind;
        this.#list();
        this.#chips.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
      });
      return made;
    };
    this.#chips.replaceChildren(
      ...(byKind.size < 2
        ? []
        : [
            chip('All', this.#found.length, undefined),
            ...KIND_NAMES.flatMap((kind) => {
              const count = byKind.get(kind)?.length ?? 0;
              return count === 0 ? [] : [chip(KINDS[kind].label, count, kind)];
            }),
          ]),
    );
    const shown = this.#found.filter(({ kind }) => this.#kind === undefined || kind === this.#kind);
    const focused = this.#links().indexOf(document.activeElement as HTMLAnchorElement);
    this.#hits.replaceChildren(...shown.slice(0, MOST_HITS).map(hitItem));
    // If the focus is on a hit, it stays in the list when the list is redrawn.
    if (focused >= 0) (this.#links().at(focused) ?? this.#field).focus();
  }

  #links(): readonly HTMLAnchorElement[] {
    return [...this.#hits.querySelectorAll('a')];
  }

  /** The arrow keys move from the field to the hits, and between them. */
  #walk(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const stops = [this.#field, ...this.#links()];
    const at = stops.indexOf(document.activeElement as HTMLInputElement);
    stops[Math.min(stops.length - 1, Math.max(0, at + step))]?.focus();
  }
}

/** Maximum number of hits shown. Readers find the others with more words or by choosing a kind. */
const MOST_HITS = 20;

async function loadIndex(): Promise<SearchIndex> {
  const [{ openIndex }, response] = await Promise.all([
    import('./search-index.ts'),
    fetch(new URL('search.json', root)),
  ]);
  if (!response.ok) throw new Error(`search.json could not be loaded: HTTP ${response.status}`);
  return openIndex(await response.json());
}

function hitItem({ path, title, kind, summary, terms }: SearchHit): HTMLLIElement {
  return element(
    'li',
    {},
    element(
      'a',
      { href: new URL(path, root).href },
      element('strong', {}, title),
      ' ',
      element('small', {}, KINDS[kind].label),
    ),
    element('p', {}, ...mark(summary, terms)),
  );
}

/** Marks the words of a sentence that matched the search. */
function mark(text: string, terms: ReadonlySet<string>): readonly (Node | string)[] {
  return text
    .split(/([\p{L}\p{N}]+)/u)
    .map((piece) => (wordsOf(piece).some((word) => terms.has(word)) ? element('mark', {}, piece) : piece));
}

/** Whether a key press is a shortcut, or is meant for the focused field. */
function isWriting({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true;
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
}
