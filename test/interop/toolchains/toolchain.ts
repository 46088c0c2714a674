import type { Kind } from './corpus.ts';

/** A generator with the language that it writes, and how its output is built and asked to decode. */
export interface Toolchain {
  /** Unique; the folder of a run and the word that selects it. */
  readonly id: string;
  /** As the page names it. */
  readonly tool: string;
  readonly version: string;
  readonly writes: string;
  /** Programs that the machine must have. */
  readonly needs: readonly string[];
  /**
   * Commands that install the tool, and what its output needs, into `{home}`. Rows with the same commands share it. `{project}` is this
   * project, whose compilers and bundlers are used.
   */
  readonly install: readonly string[];
  /** Commands that generate and compile, in a folder of their own. */
  readonly build: readonly string[];
  /** Prints a line of JSON for each line of `corpus.jsonl`. */
  readonly decode: string;
  /** Calls the server that `BASE_URL` names (calls.ts), and prints each decoded answer. Absent if the tool writes no client. */
  readonly call?: string;
  /** Files of programs/ and where the run has them. */
  readonly programs: Readonly<Record<string, string>>;
  /** What differs from the tool's defaults, and why; Markdown. */
  readonly options: string;
  /** What the tool's input has no types for, whatever the tool does with it. */
  readonly undescribed?: readonly Kind[];
  /** What a client of the output does without, and whose reason it is; Markdown. */
  readonly lost: string;
  /** Shows that the tool is to blame for what is lost. */
  readonly smallest?: SmallestCase;
}

/** A document from which a tool writes code with the same fault. */
export interface SmallestCase {
  /** The file of smallest/, which the run has as smallest.json. */
  readonly document: string;
  readonly command: string;
  /** Files that the command writes, and what in each of them is part of the fault. */
  readonly shows: Readonly<Record<string, RegExp>>;
}

/** The words of a command, with the paths that it names in braces, such as `{home}`, filled in. */
export function wordsOf(command: string, paths: Readonly<Record<string, string>>): readonly string[] {
  return command.split(' ').map((word) => word.replace(/\{(\w+)\}/g, (name, key) => paths[key] ?? name));
}
