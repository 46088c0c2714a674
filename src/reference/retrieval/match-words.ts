import { withoutScripts } from '../incognito/script-blocks.ts';

const MAX_WORDS = 64;
/** What is longer is no word, but a key or encoded data. */
const MAX_LENGTH = 40;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/**
 * An FTS5 query for passages that hold any word of a prompt, or undefined when it has none. Of many words the longest
 * are taken, as short ones say least. Each is quoted and holds letters and digits only, so nothing in a prompt is syntax.
 * Script blocks are left out: they tell the scripted model what to do, not what the prompt is about.
 */
export function matchWords(prompt: string): string | undefined {
  const words = new Set<string>();
  for (const [word] of withoutScripts(prompt).matchAll(WORD)) {
    if (word.length <= MAX_LENGTH) words.add(word.toLowerCase());
  }
  if (words.size === 0) return undefined;
  return [...words]
    .sort((one, other) => other.length - one.length)
    .slice(0, MAX_WORDS)
    .map((word) => `"${word}"`)
    .join(' OR ');
}
