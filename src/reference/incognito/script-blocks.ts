/** A stretch of a text: a fenced block whose info string is `script`, fences included, or what stands around them. */
export interface Stretch {
  readonly text: string;
  /** What stands between the fences; absent for what is no script block. */
  readonly script?: string;
}

/** A line that opens a script block, or closes any block: the same that the rig goes by when it looks for a script. */
const FENCE = /^[ \t]*`{3,}(?:[ \t]*(script))?[ \t]*$/gm;

/**
 * Cuts a text at its script blocks; joined, the stretches are the text again. A block that is never closed is no block,
 * and one that is opened again before it is closed begins there.
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
