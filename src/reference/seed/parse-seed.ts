import {
  type Document,
  type ErrorCode,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
} from 'yaml';
import { quote, SeedError, tokensOf } from './problem.ts';

/** A parsed seed: its value, which is not validated yet, and the positions of its parts in the text. */
export interface ParsedSeed {
  readonly value: unknown;
  /**
   * The line of the part that a JSON Pointer names, counted from 1. If it does not exist, the line of the part around
   * it.
   */
  lineOf(pointer: string): number;
}

/** The largest seed in bytes. */
const LARGEST = 16 * 1024 * 1024;

/** How often nested aliases may multiply. More is considered an attack on the parser. */
const MOST_ALIASES = 100;

/**
 * Parses a seed written in YAML, which includes JSON.
 *
 * @param name the name of the seed in messages
 * @throws SeedError when the text is too large or is not valid YAML
 */
export function parseSeed(text: string, name: string): ParsedSeed {
  const size = Buffer.byteLength(text);
  if (size > LARGEST) {
    throw new SeedError([
      `${name}: has ${size} bytes; a seed has at most ${LARGEST}, so shorten the files in it`,
    ]);
  }
  const lines = new LineCounter();
  const document = parseText(text, name, lines);
  return {
    value: toValue(document, name),
    lineOf: (pointer) => lines.linePos(offsetOf(document, tokensOf(pointer))).line,
  };
}

function parseText(text: string, name: string, lineCounter: LineCounter): Document {
  const document = refuseDepth(name, () =>
    parseDocument(text, { lineCounter, prettyErrors: false, stringKeys: true, uniqueKeys: false }),
  );
  // Warnings are about unknown tags, which mean that the value differs from what its author intended.
  const problems = [...document.errors, ...document.warnings].map(({ code, pos, message }) => ({
    offset: pos[0],
    message: PLAINER[code] ?? message,
  }));
  if (problems.length === 0) problems.push(...repeatedKeysOf(document));
  if (problems.length === 0) return document;
  throw new SeedError(
    problems.map(({ offset, message }) => `${name}:${lineCounter.linePos(offset).line}: ${message}`),
  );
}

/** Messages that replace those of the parser, which are written for programmers. */
const PLAINER: Partial<Record<ErrorCode, string>> = {
  MULTIPLE_DOCS: 'a seed is one document; remove the line `---`',
  RESOURCE_EXHAUSTION: 'is nested too deeply',
};

interface TextProblem {
  readonly offset: number;
  readonly message: string;
}

/** Finds duplicate keys of a mapping. The parser's own check takes quadratic time. */
function repeatedKeysOf(document: Document): TextProblem[] {
  const problems: TextProblem[] = [];
  visit(document, {
    Map(_, { items }) {
      const known = new Set<unknown>();
      for (const { key } of items) {
        const value = isScalar(key) ? key.value : undefined;
        if (known.has(value)) {
          problems.push({
            offset: startOf(key) ?? 0,
            message: `${quote(String(value))} is defined twice`,
          });
        }
        known.add(value);
      }
    },
  });
  return problems;
}

function toValue(document: Document, name: string): unknown {
  try {
    return refuseDepth(name, () => document.toJS({ maxAliasCount: MOST_ALIASES }));
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    const problem = `${name}: has aliases that cannot be followed (${error.message}); write the values out`;
    throw new SeedError([problem], { cause: error });
  }
}

/** Reports deep nesting as a SeedError, since the recursive parser exhausts the stack on it. */
function refuseDepth<Result>(name: string, parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new SeedError([`${name}: is nested too deeply`], { cause: error });
  }
}

/**
 * The offset of the part that the tokens lead to. For a member this is its key, since its value may start on a later
 * line.
 */
function offsetOf(document: Document, tokens: readonly string[]): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const token of tokens) {
    const holder = isAlias(node) ? node.resolve(document) : node;
    if (isMap(holder)) {
      const pair = holder.items.find(({ key }) => isScalar(key) && String(key.value) === token);
      offset = startOf(pair?.key) ?? offset;
      node = pair?.value;
    } else {
      node = isSeq(holder) ? holder.items[Number(token)] : undefined;
      offset = startOf(node) ?? offset;
    }
  }
  return offset;
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}
