import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { repositoryRoot } from '../../../scripts/test/environment.ts';
import { chromiumPath } from '../../tools/browser.ts';
import { homeOf, installOnce, missingOf, runOnline } from '../toolchains/install.ts';
import { wordsOf } from '../toolchains/toolchain.ts';
import { openPage } from './open-page.ts';
import type { CommandReading, Reader, Reading } from './reader.ts';

/** The messages of a reader about each file, or why it did not run. */
export type ReaderResult =
  | { readonly state: 'read'; readonly readings: readonly Reading[]; readonly stale: readonly string[] }
  | { readonly state: 'skipped'; readonly why: string };

const programs = resolve(import.meta.dirname, 'programs');
const smallest = resolve(import.meta.dirname, 'smallest');

/**
 * Installs a reader if necessary and lets it read its files below a folder. Each known message must also appear for its smallest
 * document; known messages for which it does not are stale.
 */
export async function runReader(reader: Reader, folder: string): Promise<ReaderResult> {
  const missing = missingOf(reader.needs);
  if (reader.reads.kind === 'page' && !existsSync(chromiumPath)) missing.push(chromiumPath);
  if (missing.length > 0) return { state: 'skipped', why: `this machine has no ${missing.join(', ')}` };
  const home = homeOf(reader.install);
  const paths = { home, programs, project: repositoryRoot };
  const notInstalled = await installOnce(reader.install, home, (command) =>
    runOnline(home, wordsOf(command, paths)),
  );
  if (notInstalled !== undefined) return { state: 'skipped', why: notInstalled };

  const readings: Reading[] = [];
  for (const file of reader.files) {
    readings.push({ file, messages: await messagesOf(reader, home, resolve(folder, file)) });
  }
  const stale: string[] = [];
  for (const { says, smallest: file } of reader.known) {
    const messages = await messagesOf(reader, home, resolve(smallest, file));
    if (!messages.some((message) => says.test(message))) stale.push(`${file}: ${messages.join(' | ')}`);
  }
  return { state: 'read', readings, stale };
}

function messagesOf({ reads }: Reader, home: string, file: string): Promise<readonly string[]> {
  return reads.kind === 'page' ? openPage(reads, home, file) : runCommand(reads, home, file);
}

async function runCommand(
  { command, success }: CommandReading,
  home: string,
  file: string,
): Promise<readonly string[]> {
  const { exitCode, said } = await runOnline(home, wordsOf(command, { home, programs, file }));
  const messages = said.filter((line) => !success.test(line)).map((line) => line.replaceAll(file, ''));
  if (messages.length > 0) return messages;
  if (exitCode !== 0) return [`ended with ${exitCode}`];
  return said.length > 0 ? [] : ['did not say that it read the file'];
}
