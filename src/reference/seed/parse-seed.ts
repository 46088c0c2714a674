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
import { quote, tokensOf } from './place.ts';
import { SeedError } from './seed-error.ts';

/** A seed as it was written: its value, of which nothing is known yet, and where in the text each part of it stands. */
export interface ParsedSeed {
  readonly value: unknown;
  /** The line, from 1, of what a JSON Pointer names, or of the nearest thing around it. */
  lineOf(pointer: string): number;
}

/** Bytes of the largest text that is read. */
const LARGEST = 16 * 1024 * 1024;

/** Uses of an anchor, multiplied by those inside it, beyond which a text is taken for an attack. */
const MOST_ALIASES = 100;

/**
 * Parses a seed in YAML, or in JSON, which is YAML too.
 *
 * @param name of the seed, for messages
 * @throws SeedError when the text is too large, or is no YAML
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
  // A warning is of a tag that means nothing here, so that the value is not what its writer thinks.
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

/** What the parser says to programmers, said to who writes a seed. */
const PLAINER: Partial<Record<ErrorCode, string>> = {
  MULTIPLE_DOCS: 'a seed is one document; take the line `---` out',
  RESOURCE_EXHAUSTION: 'is nested too deeply',
};

interface TextProblem {
  readonly offset: number;
  readonly message: string;
}

/** Keys that their mapping has already. The parser would look for them too, in a time that is quadratic. */
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
            message: `${quote(String(value))} stands here twice`,
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
    const problem = `${name}: has aliases that cannot be followed (${error.message}); write things out`;
    throw new SeedError([problem], { cause: error });
  }
}

/** The parser is recursive, and what is nested too deeply exhausts the stack. */
function refuseDepth<Result>(name: string, parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new SeedError([`${name}: is nested too deeply`], { cause: error });
  }
}

/** Where the node that the tokens lead to begins: the key of a member, so that the line is right for a block below it. */
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
