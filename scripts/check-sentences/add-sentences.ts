import ts from 'typescript';
import { findRequirementIds, type RequirementId } from './requirement-ids.ts';

/** The text of each requirement, by its id. */
export type Sentences = ReadonlyMap<string, string>;

/** The line width of the repository. */
const WIDTH = 110;
const INDENT = '  ';

/**
 * Writes the sentence of each requirement above its id, as line comments, and returns the new source. Arrays of
 * several ids get one line for each id.
 *
 * The line comments directly above an id belong to this script: it replaces all of them. Ids have to be written
 * out, so that they can be found and read; an id that a template literal computes is a problem.
 */
export function addSentences(path: string, source: string, sentences: Sentences): Annotated {
  const given = parse(path, source);
  const spread = spreadArrays(given, sentences);
  const file = spread === source ? given : parse(path, spread);
  const { ids, computed } = find(file, sentences);
  return {
    source: annotateLines(file, ids, sentences),
    problems: computed.map((position) => {
      const line = file.getLineAndCharacterOfPosition(position).line + 1;
      return `${path}:${line}: write out the ids of the requirements instead of computing them`;
    }),
  };
}

export interface Annotated {
  readonly source: string;
  readonly problems: readonly string[];
}

function parse(path: string, source: string): ts.SourceFile {
  return ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
}

function find(file: ts.SourceFile, sentences: Sentences) {
  return findRequirementIds(file, new Set(sentences.keys()));
}

/** Gives each element of an array that holds an id a line of its own, unless the array has one element only. */
function spreadArrays(file: ts.SourceFile, sentences: Sentences): string {
  const positions = new Set(find(file, sentences).ids.map(({ position }) => position));
  const arrays: ts.ArrayLiteralExpression[] = [];
  const search = (node: ts.Node): void => {
    if (ts.isArrayLiteralExpression(node) && needsLines(file, node, positions)) arrays.push(node);
    else ts.forEachChild(node, search);
  };
  search(file);
  return arrays.reduceRight((text, array) => {
    const indent = indentAt(file, array.getStart(file));
    const elements = array.elements.map((element) => `${indent}${INDENT}${element.getText(file)},\n`);
    return `${text.slice(0, array.getStart(file))}[\n${elements.join('')}${indent}]${text.slice(array.end)}`;
  }, file.text);
}

function needsLines(
  file: ts.SourceFile,
  { elements }: ts.ArrayLiteralExpression,
  positions: ReadonlySet<number>,
): boolean {
  const starts = elements.map((element) => element.getStart(file));
  const lines = new Set(starts.map((start) => lineOf(file, start)));
  return starts.some((start) => positions.has(start)) && lines.size < elements.length;
}

function annotateLines(file: ts.SourceFile, ids: readonly RequirementId[], sentences: Sentences): string {
  const lines = file.text.split('\n');
  const byLine = Map.groupBy(ids, ({ position }) => lineOf(file, position));
  return lines
    .flatMap((line, index) => {
      if (isOwned(lines, index, byLine)) return [];
      return [...commentsOf(line, byLine.get(index) ?? [], sentences), line];
    })
    .join('\n');
}

/** Whether a line is a line comment in the block directly above an id. */
function isOwned(lines: readonly string[], index: number, byLine: ReadonlyMap<number, unknown>): boolean {
  let below = index;
  while (lines[below]?.trimStart().startsWith('//')) below += 1;
  return below > index && byLine.has(below);
}

function commentsOf(line: string, ids: readonly RequirementId[], sentences: Sentences): readonly string[] {
  const indent = line.slice(0, line.length - line.trimStart().length);
  return ids.flatMap(({ id }) => {
    const sentence = sentences.get(id) ?? '';
    // Only an object on one line can still hold several ids.
    return wrap(ids.length > 1 ? `${id}: ${sentence}` : sentence, `${indent}// `);
  });
}

/** Breaks a text between words into lines of the repository's width, each with this prefix. */
function wrap(text: string, prefix: string): readonly string[] {
  const [first = '', ...words] = text.trim().split(/\s+/);
  const lines = [first];
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`;
    if (prefix.length + longer.length <= WIDTH) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line) => `${prefix}${line}`);
}

function lineOf(file: ts.SourceFile, position: number): number {
  return file.getLineAndCharacterOfPosition(position).line;
}

function indentAt(file: ts.SourceFile, position: number): string {
  const start = file.getLineStarts()[lineOf(file, position)] ?? 0;
  return /^ */.exec(file.text.slice(start))?.[0] ?? '';
}
