import type { Kind } from './corpus.ts';

/** A generator with its output language, and how its output is built and made to decode. */
export interface Toolchain {
  /** Unique. Names the folder of a run and selects the row. */
  readonly id: string;
  /** The name on the page. */
  readonly tool: string;
  readonly version: string;
  readonly writes: string;
  /** Programs that the machine must have. */
  readonly needs: readonly string[];
  /**
   * Commands that install the tool and the dependencies of its output into `{home}`. Rows with the same commands share it. `{project}` is this
   * project, whose compilers and bundlers are used.
   */
  readonly install: readonly string[];
  /** Commands that generate and compile, in a separate folder. */
  readonly build: readonly string[];
  /** Prints a line of JSON for each line of `corpus.jsonl`. */
  readonly decode: string;
  /** Calls the server that `BASE_URL` names (calls.ts), and prints each decoded answer. Absent if the tool writes no client. */
  readonly call?: string;
  /** Files in programs/, and their paths in the run. */
  readonly programs: Readonly<Record<string, string>>;
  /** What differs from the tool's defaults, and why; Markdown. */
  readonly options: string;
  /** The kinds of items that the input of the tool does not describe. */
  readonly undescribed?: readonly Kind[];
  /** What a client of the output loses, and for whose reason; Markdown. */
  readonly lost: string;
  /** Shows that the tool causes the loss. */
  readonly smallest?: SmallestCase;
}

/** A document from which a tool writes code with the same fault. */
export interface SmallestCase {
  /** The file in smallest/, which is smallest.json in the run. */
  readonly document: string;
  readonly command: string;
  /** Files that the command writes, and the part of each that shows the fault. */
  readonly shows: Readonly<Record<string, RegExp>>;
}

/** The words of a command, with paths in braces, such as `{home}`, filled in. */
export function wordsOf(command: string, paths: Readonly<Record<string, string>>): readonly string[] {
  return command.split(' ').map((word) => word.replace(/\{(\w+)\}/g, (name, key) => paths[key] ?? name));
}
