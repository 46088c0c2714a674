import {
  Composer,
  type CST,
  type Document,
  isNode,
  isScalar,
  LineCounter,
  type ParsedNode,
  Parser,
  visit,
} from 'yaml';
import { readInteger } from '../../exact-json/exact-number.ts';

/** Aliases of a text, and times that nested ones may multiply. More is considered an attack on the parser. */
const MOST_ALIASES = 100;

const TOO_DEEP = 'is nested too deeply';

/** A text is no YAML that can be used. The message says why, in words that follow the name of its file. */
export class YamlProblem extends Error {
  readonly code = 'unusable-yaml';
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.name = 'YamlProblem';
    this.line = line;
  }
}

export interface ReadYaml {
  readonly value: unknown;
  /** The line of what the keys lead to, from 1. Undefined if it is not there. */
  lineOf(keys: readonly string[]): number | undefined;
}

/**
 * Reads one document in YAML, which includes JSON. The work is linear in the text: it ends at the first problem, since the parser goes on, and
 * makes an error of each character.
 *
 * @throws YamlProblem
 */
export function readYaml(text: string): ReadYaml {
  const lines = new LineCounter();
  const refuse = ({ offset, message }: Problem): never => {
    throw new YamlProblem(lines.linePos(offset).line, message);
  };
  try {
    const tokens = untilError(new Parser(lines.addNewLine).parse(text));
    const composer = new Composer({ prettyErrors: false, uniqueKeys: false, intAsBigInt: true });
    const [document, second] = composer.compose(tokens, true, text.length);
    if (!document) throw new TypeError('the composer always makes a document');
    const [error] = document.errors;
    if (error)
      refuse({
        offset: error.pos[0],
        message: error.code === 'RESOURCE_EXHAUSTION' ? TOO_DEEP : error.message,
      });
    if (second)
      refuse({ offset: second.range[0], message: 'has a second document; take the line `---` out' });
    const problem = findProblem(document);
    if (problem) refuse(problem);
    useNumbers(document);
    return {
      value: toValue(document, refuse),
      lineOf(keys) {
        const node = document.getIn(keys, true);
        return isNode(node) && node.range ? lines.linePos(node.range[0]).line : undefined;
      },
    };
  } catch (error) {
    if (error instanceof RangeError) return refuse({ offset: 0, message: TOO_DEEP });
    throw error;
  }
}

interface Problem {
  readonly offset: number;
  readonly message: string;
}

function* untilError(tokens: Iterable<CST.Token>): Generator<CST.Token> {
  for (const token of tokens) {
    yield token;
    if (token.type === 'error') return;
  }
}

/** Finds what the parser does not, or takes quadratic time for. */
function findProblem(document: Document): Problem | undefined {
  const anchors = new Set<string>();
  let aliases = 0;
  let problem: Problem | undefined;
  const stop = (offset: number, message: string) => {
    problem = { offset, message };
    return visit.BREAK;
  };
  visit(document, {
    Alias(_, { source, range }) {
      aliases += 1;
      if (!anchors.has(source))
        return stop(startOf(range), `has an alias *${source} without an anchor before it`);
      if (aliases <= MOST_ALIASES) return undefined;
      return stop(startOf(range), `has more than ${MOST_ALIASES} aliases; write the values out`);
    },
    Value(_, { anchor }) {
      if (anchor !== undefined) anchors.add(anchor);
    },
    Map(_, { anchor, items }) {
      if (anchor !== undefined) anchors.add(anchor);
      const known = new Set<unknown>();
      for (const { key } of items) {
        const name = isScalar(key) ? key.value : key;
        if (known.has(name))
          return stop(startOf((key as ParsedNode).range), `has the key ${String(name)} twice`);
        known.add(name);
      }
      return undefined;
    },
  });
  return problem;
}

/** Only an integer that a `number` would change stays a `bigint`. */
function useNumbers(document: Document): void {
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === 'bigint') node.value = readInteger(String(node.value));
    },
  });
}

function startOf(range: readonly number[] | null | undefined): number {
  return range?.[0] ?? 0;
}

function toValue(document: Document, refuse: (problem: Problem) => never): unknown {
  try {
    return document.toJS({ maxAliasCount: MOST_ALIASES });
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    let offset = 0;
    visit(document, {
      Alias(_, { range }) {
        offset = startOf(range);
      },
    });
    return refuse({ offset, message: 'has aliases that multiply; write the values out' });
  }
}
