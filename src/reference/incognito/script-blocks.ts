/**
 * A part of a text: a fenced block with the info string `script`, including its fences, or the text between such blocks.
 */
export interface Stretch {
  readonly text: string;
  /** The content between the fences; absent if this is not a script block. */
  readonly script?: string;
}

/** A line that opens a script block or closes any block. The rig uses the same pattern to find a script. */
const FENCE = /^[ \t]*`{3,}(?:[ \t]*(script))?[ \t]*$/gm;

/**
 * Splits a text at its script blocks. Joining the stretches gives the text again. An unclosed block is plain text. If a block is opened
 * again before it is closed, it starts at the second opening.
 */
export function splitAtScripts(text: string): Stretch[] {
  const stretches: Stretch[] = [];
  let done = 0;
  let opening: { start: number; body: number } | undefined;
  const put = (end: number, script?: string) => {
    if (end > done) stretches.push({ text: text.slice(done, end), ...(script !== undefined && { script }) });
    done = end;
  };

  for (const { 0: line, 1: info, index } of text.matchAll(FENCE)) {
    const end = index + line.length;
    if (info === undefined && opening) {
      put(opening.start);
      put(end, text.slice(opening.body, index));
    }
    opening = info === undefined ? undefined : { start: index, body: end };
  }
  put(text.length);
  return stretches;
}

/** A text without its script blocks. */
export function withoutScripts(text: string): string {
  return splitAtScripts(text)
    .filter(({ script }) => script === undefined)
    .map((stretch) => stretch.text)
    .join('');
}
