/** A fenced block of a page. */
export interface Fence {
  /** The word after the backticks, such as `ts`. */
  readonly language: string;
  /** The text after that word. */
  readonly note: string;
  readonly code: string;
  /** The line of its first backtick, counted from 1. */
  readonly line: number;
}

const pattern =
  /^(?<mark>`{3,})(?<language>[\w-]*)[ \t]*(?<note>[^`\n]*)\n(?<code>[\s\S]*?)^\k<mark>[ \t]*$/gm;

/** The fenced blocks of a page, in order. */
export function readFences(page: string): Fence[] {
  return [...page.matchAll(pattern)].map(
    ({ index, groups: { language = '', note = '', code = '' } = {} }) => ({
      language,
      note: note.trim(),
      code,
      line: page.slice(0, index).split('\n').length,
    }),
  );
}
