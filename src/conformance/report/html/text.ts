import { sanitize } from '../sanitize.ts';

/** Escapes one line of text for an element, or for an attribute in double quotes. */
export function text(value: string, longest?: number): string {
  return escapeMarkup(sanitize(value, longest));
}

/** Escapes a sentence in which backticks mark code. */
export function prose(value: string): string {
  return text(value, 2000).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

/** Escapes several lines of text for a `pre`. */
export function block(value: string): string {
  return value
    .split('\n')
    .map((line) => escapeMarkup(sanitize(line, Number.POSITIVE_INFINITY)))
    .join('\n');
}

export function details(title: string, summary: string, content: string): string {
  return `<details><summary><b>${text(title)}</b> ${text(summary)}</summary>\n${content}\n</details>\n`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeMarkup(value: string): string {
  return value.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
