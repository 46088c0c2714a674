import type { Project } from './built-package.ts';
import type { Example } from './example.ts';
import type { Guide } from './guide.ts';
import { composeProgram, splitOutput } from './program.ts';
import { runNode } from './run-node.ts';
import { startService } from './service.ts';

/** The default address of `serve`, which the pages use. Here the server takes a free port. */
const DEFAULT_URL = 'http://127.0.0.1:4010';

/** The blocks that form the program of a page. */
export function programOf({ examples }: Guide): readonly Example[] {
  return examples.filter(({ kind }) => kind === 'program');
}

/**
 * Runs the program of a page. First starts the server that the page starts, if the program calls it.
 * @returns the output of each block, by its line
 * @throws Error with the output of the program, if it fails or prints errors
 */
export async function runGuide(project: Project, guide: Guide): Promise<ReadonlyMap<number, string>> {
  const code = composeProgram(programOf(guide));
  if (!code.includes(DEFAULT_URL)) return run(project, guide.name, code);
  const serve = guide.commands.find(({ args }) => args[0] === 'serve');
  if (!serve)
    throw new Error(`${guide.page} calls ${DEFAULT_URL}, and does not say how to start a server there`);
  const service = await startService(project, serve.args);
  try {
    const printed = await run(project, guide.name, code.replaceAll(DEFAULT_URL, service.url));
    // The output shows the address used on the page.
    const [port, shown] = [new URL(service.url).host, new URL(DEFAULT_URL).host];
    return new Map([...printed].map(([line, text]) => [line, text.replaceAll(port, shown)]));
  } finally {
    await service.stop();
  }
}

async function run(project: Project, name: string, code: string): Promise<ReadonlyMap<number, string>> {
  const file = project.write(`run/${name}.ts`, code);
  const { exitCode, stdout, stderr } = await runNode(project, [file]);
  if (exitCode !== 0 || stderr !== '') throw new Error(`it ended with ${exitCode}: ${stderr}`);
  return splitOutput(stdout);
}
