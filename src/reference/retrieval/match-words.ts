import { withoutScripts } from '../incognito/script-blocks.ts';

const MAX_WORDS = 64;
/** A longer run of letters is not a word but a key or encoded data. */
const MAX_LENGTH = 40;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/**
 * Builds an FTS5 query for passages that contain any word of a prompt; undefined if the prompt has no words. From a long prompt it takes
 * the longest words, which are the most specific. Each word is quoted and holds only letters and digits, so a prompt cannot inject query
 * syntax. Script blocks are ignored: they instruct the scripted model and say nothing about the topic.
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
