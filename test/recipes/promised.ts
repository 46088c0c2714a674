import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../../scripts/test/environment.ts';

const guide = readFileSync(join(repositoryRoot, 'CONTRIBUTING.md'), 'utf8').replaceAll(/\s+/g, ' ');

/**
 * A message as CONTRIBUTING.md quotes it, with its placeholders filled in.
 *
 * @throws Error if CONTRIBUTING.md does not have the message
 */
export function promised(message: string, values: Readonly<Record<string, string>> = {}): string {
  if (!guide.includes(message)) throw new Error(`CONTRIBUTING.md does not have the message: ${message}`);
  return Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`<${name}>`, value), message);
}
