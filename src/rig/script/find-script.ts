import type { Script } from './act.ts';
import { readScript } from './read-script.ts';

/**
 * A line that opens a block of the kind `script`, or closes any block. JSON never has one, since no value begins so. The two
 * runs of space never compete for the same characters, or a long one would take quadratic time.
 */
const FENCE = /^[ \t]*`{3,}(?:[ \t]*(script))?[ \t]*$/gm;

/**
 * Finds the last well-formed script in a text: a fenced block with the info string `script` that holds a list of acts.
 *
 * Linear in the length of the text: blocks do not overlap, and each is parsed once at most.
 */
export function findScript(text: string): Script | undefined {
  for (const block of findBlocks(text).reverse()) {
    const script = parseScript(block);
    if (script) return script;
  }
  return undefined;
}

/** The contents of the blocks. A block that is opened again before it is closed begins there. */
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
    return readScript(JSON.parse(block));
  } catch {
    // Whoever wrote this did not mean it as a script.
    return undefined;
  }
}
