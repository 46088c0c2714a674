import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { repositoryRoot } from '../../../scripts/test/environment.ts';
import { installExtras } from '../../../scripts/test/install-extras.ts';
import { withTable } from '../toolchains/table.ts';
import type { Reader, Reading } from './reader.ts';
import { type Messages, readerTableOf, unexplained } from './reader-table.ts';
import { readers } from './readers.ts';
import { runReader } from './run-reader.ts';

/** The selected readers, and the checkout whose documents they read. */
export interface Selection {
  readonly ids: readonly string[];
  readonly contract: string;
}

/**
 * Runs the readers that this machine has, prints their messages, and writes the table of docs/interop.md. Returns the number of readers with a
 * message that no row explains.
 */
export async function measureReaders({ ids, contract }: Selection): Promise<number> {
  // The driver of the browser.
  installExtras(['test/tools']);
  const news: Record<string, readonly Reading[]> = {};
  let failed = 0;
  for (const reader of readers.filter(({ id }) => ids.length === 0 || ids.includes(id))) {
    const { readings, problems } = await run(reader, resolve(contract, 'generated'));
    if (readings !== undefined) news[reader.id] = readings;
    if (problems.length > 0) failed += 1;
  }
  // Messages about another checkout say nothing about this one.
  if (contract === repositoryRoot) keep(news);
  return failed;
}

/** Writes new messages and the table. A reader that did not run keeps its previous messages. */
function keep(news: Messages): void {
  const file = resolve(import.meta.dirname, 'messages.json');
  const messages = { ...(JSON.parse(readFileSync(file, 'utf8')) as Messages), ...news };
  writeFileSync(file, `${JSON.stringify(messages, null, 2)}\n`);
  const page = resolve(repositoryRoot, 'docs/interop.md');
  writeFileSync(page, withTable(readFileSync(page, 'utf8'), readerTableOf(readers, messages), 'readers'));
}

async function run(
  reader: Reader,
  folder: string,
): Promise<{ readings?: readonly Reading[]; problems: readonly string[] }> {
  const result = await runReader(reader, folder);
  if (result.state === 'skipped') {
    console.log(`${reader.id}: skipped: ${result.why}`);
    return { problems: [] };
  }
  const { readings, stale } = result;
  const count = readings.reduce((sum, { messages }) => sum + messages.length, 0);
  console.log(`${reader.id}: ${count} ${count === 1 ? 'message' : 'messages'}`);
  const problems = [
    ...unexplained(reader, readings),
    ...stale.map((line) => `the reader is silent about its smallest case: ${line}`),
  ];
  for (const problem of problems.slice(0, 20)) console.log(`  ${problem.slice(0, 400)}`);
  return { readings, problems };
}
