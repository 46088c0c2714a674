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
  /** Commands that install the tool, and what its output needs, into `{home}`. Rows with the same commands share it. */
  readonly install: readonly string[];
  /** Commands that generate and compile, in a folder of their own. */
  readonly build: readonly string[];
  /** Prints a line of JSON for each line of `corpus.jsonl`. */
  readonly decode: string;
  /** Files of programs/ and where the run has them. */
  readonly programs: Readonly<Record<string, string>>;
  /** What differs from the tool's defaults, and why; Markdown. */
  readonly options: string;
  /** What a client of the output does without, and whose reason it is; Markdown. */
  readonly lost: string;
}

/** The folders that commands name, by their word in braces. */
export interface Folders {
  /** Where the tool is installed. */
  readonly home: string;
  /** This project's own tools: compilers and bundlers. */
  readonly project: string;
}

/** The words of a command, with its folders filled in. */
export function wordsOf(command: string, folders: Folders): readonly string[] {
  const filled = (word: string) =>
    word.replace(/\{(home|project)\}/g, (_, folder: keyof Folders) => folders[folder]);
  return command.split(' ').map(filled);
}
