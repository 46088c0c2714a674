import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { repositoryRoot } from '../../scripts/test/environment.ts';
import { type Example, readExamples } from './example.ts';
import { readFences } from './fence.ts';
import { readCommands, type ShellCommand } from './shell-command.ts';

/** A page whose code is run. */
export interface Guide {
  readonly page: string;
  /** The name of the page, without folder and extension. */
  readonly name: string;
  readonly text: string;
  readonly examples: readonly Example[];
  readonly commands: readonly ShellCommand[];
}

const pages = [
  'README.md',
  'docs/getting-started.md',
  'docs/first-hour.md',
  'docs/client.md',
  'docs/fetch.md',
  'docs/ai-sdk.md',
  'docs/streaming.md',
  'docs/errors-and-retries.md',
  'docs/interactions.md',
  'docs/testing-your-client.md',
];

export const guides: readonly Guide[] = pages.map((page) => {
  const text = readFileSync(resolve(repositoryRoot, page), 'utf8');
  const commands = readCommands(readFences(text));
  return { page, name: basename(page, '.md'), text, examples: readExamples(text), commands };
});
