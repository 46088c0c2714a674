import { numberOf } from '../../judge/name-event.ts';
import { checkPage, requirementPage } from '../docs-links.ts';
import { sanitize } from '../sanitize.ts';
import { text } from './text.ts';

/** The anchors in the page. In a report of several inputs, the anchors of the second begin with `2:`. */
export class Anchors {
  readonly #prefix: string;

  /** @param index index of the input, from 0 */
  constructor(index: number) {
    this.#prefix = index === 0 ? '' : `${index + 1}:`;
  }

  requirement(id: string): string {
    return `${this.#prefix}${sanitize(id)}`;
  }

  /** @param exchange absent for an input with a single stream */
  exchange(exchange: number | undefined): string {
    return `${this.#prefix}${exchange === undefined ? 'stream' : `exchange-${exchange}`}`;
  }

  event(exchange: number | undefined, index: number): string {
    return `${this.exchange(exchange)}-event-${numberOf(index)}`;
  }

  section(number: string): string {
    return `${this.#prefix}section-${sanitize(number)}`;
  }
}

/** The id of a requirement as a link to itself, so that readers can copy its address. */
export function ownLink(anchor: string, id: string): string {
  return linkWithin(anchor, `<code>${text(id)}</code>`, ' class="id"');
}

/** A link to a place in the page. @param content markup */
export function linkWithin(anchor: string, content: string, attributes = ''): string {
  return `<a${attributes} href="#${text(encodeURIComponent(anchor), Number.POSITIVE_INFINITY)}">${content}</a>`;
}

/** A link to the page of a requirement in the docs portal, or an empty string if the portal is not known. */
export function docsOfRequirement(docs: string | undefined, id: string): string {
  return docsLink(docs === undefined ? undefined : requirementPage(docs, id));
}

/** The id of a check, linked to the docs portal if its address is known. */
export function checkName(docs: string | undefined, id: string): string {
  const name = `<code>${text(id)}</code>`;
  return docs === undefined || !isWeb(docs)
    ? name
    : `<a href="${text(checkPage(docs, id), 2000)}">${name}</a>`;
}

export function docsLink(page: string | undefined): string {
  return page === undefined || !isWeb(page) ? '' : ` <a class="docs" href="${text(page, 2000)}">docs</a>`;
}

/** A report read from a file may contain anything in place of an address. */
function isWeb(address: string): boolean {
  return /^https?:\/\//i.test(address);
}
