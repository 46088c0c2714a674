import { parseExactly } from '../../exact-json/parse-exactly.ts';
import type { Script } from './act.ts';
import { readScript } from './read-script.ts';

/**
 * A line that opens a `script` block or closes any block. JSON contains no such line, since no value begins with backticks.
 * The two runs of spaces never match the same characters; otherwise a long run would take quadratic time.
 */
const FENCE = /^[ \t]*`{3,}(?:[ \t]*(script))?[ \t]*$/gm;

/**
 * Finds the last well-formed script in a text: a fenced block with the info string `script` that contains a list of acts.
 *
 * Takes linear time, since blocks do not overlap and each is parsed at most once.
 */
export function findScript(text: string): Script | undefined {
  for (const block of findBlocks(text).reverse()) {
    const script = parseScript(block);
    if (script) return script;
  }
  return undefined;
}

/** The contents of the blocks. If a block is opened again before it is closed, it starts at the second opening. */
function findBlocks(text: string): string[] {
  const blocks: string[] = [];
  let start: number | undefined;
  for (const { 0: line, 1: info, index } of text.matchAll(FENCE)) {
    if (info === undefined && start !== undefined) blocks.push(text.slice(start, index));
    start = info === undefined ? undefined : index + line.length;
  }
  return blocks;
}

function parseScript(block: string): Script | undefined {
  try {
    return readScript(parseExactly(block));
  } catch {
    // A block that is not JSON was not meant as a script.
    return undefined;
  }
}
