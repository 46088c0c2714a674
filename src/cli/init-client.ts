import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArguments, UsageError } from './arguments.ts';
import { INIT_CLIENT_FLAGS } from './flags.ts';
import { EXIT, type Io } from './io.ts';

/** The template of each language. The path is the same from the sources and from the bundled command. */
const TEMPLATES = { typescript: 'driver.ts', python: 'driver.py', go: 'driver.go' } as const;

/** `conversation-api init-client`: writes a driver to fill in, for check-client. */
export async function initClient(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(args, INIT_CLIENT_FLAGS);
  const { language, output } = values;
  if (positionals.length > 0 || language === undefined)
    throw new UsageError(
      `init-client needs --language, one of ${Object.keys(TEMPLATES).join(', ')}, and takes no other words`,
    );
  const name = TEMPLATES[language];
  const template = new URL(`../../examples/check-client/templates/${name}`, import.meta.url);
  const text = readFileSync(fileURLToPath(template), 'utf8');
  if (output === undefined) io.stdout.write(text);
  else write(output, text);
  return EXIT.ok;
}

function write(file: string, text: string): void {
  if (existsSync(file)) throw new UsageError(`${file} exists; name another file, or move it away`);
  try {
    writeFileSync(file, text, { flag: 'wx' });
  } catch (error) {
    throw new UsageError(`${file} cannot be written (${(error as NodeJS.ErrnoException).code})`, {
      cause: error,
    });
  }
}
