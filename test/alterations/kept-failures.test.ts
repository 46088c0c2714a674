import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { judgesOf, type TaskKind } from '../../scripts/ledger/judges.ts';
import { keepFailures, readKeptFailures } from '../../scripts/ledger/kept-failures.ts';
import type { FailedTask } from '../../scripts/ledger/threads.ts';
import { wholeTraffic } from '../../scripts/ledger/whole-run.ts';
import { NO_TRAFFIC } from '../../src/alterations/families/traffic.ts';

const kept = readKeptFailures();
const needsTraffic = kept.some(({ kind }) => kind === 'alteration' || kind === 'proof');
const traffic = needsTraffic ? await wholeTraffic() : NO_TRAFFIC;
const judges = judgesOf(() => traffic);

async function problemsOf<Each extends TaskKind>({
  kind,
  task,
}: FailedTask<Each>): Promise<readonly string[]> {
  const judge = judges[kind];
  return judge.problemsOf(await judge.judge(task), task);
}

it.each(kept.map((failed) => [`${failed.kind} ${JSON.stringify(failed.task)}`, failed] as const))(
  'what test/kept-failures.txt names is judged rightly: %s',
  async (_, failed) => {
    expect(await problemsOf(failed)).toEqual([]);
  },
);

it('judges what the file names', async () => {
  const [wrong] = readKeptFailures('proof {"alteration":"vacuous/silent streams","checks":["catalog.get"]}');
  expect(await problemsOf(wrong as FailedTask)).toEqual([
    expect.stringMatching(/^catalog\.get does not find/),
  ]);
  const [failed] = readKeptFailures('# once\nbreakage {"id":"catalog.lists.narrowed-by-user"}\n');
  await expect(problemsOf(failed as FailedTask)).rejects.toThrow('there is no alteration');
});

it('keeps a task once, without what only makes it faster, and refuses a line of another form', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kept-'));
  const file = pathToFileURL(join(folder, 'kept.txt'));
  writeFileSync(file, '# a comment\n');
  const failed = { kind: 'breakage', task: { id: 'a', hints: ['b'] } } as const;
  keepFailures([failed], file);
  keepFailures([failed, { kind: 'openAnswers', task: { seed: 7 } }], file);
  const text = readFileSync(file, 'utf8');
  rmSync(folder, { recursive: true });
  expect(text).toBe('# a comment\nbreakage {"id":"a"}\nopenAnswers {"seed":7}\n');
  expect(readKeptFailures(text)).toEqual([
    { kind: 'breakage', task: { id: 'a' } },
    { kind: 'openAnswers', task: { seed: 7 } },
  ]);
  for (const line of ['openAnswers 7', 'openAnswer {"seed":7}'])
    expect(() => readKeptFailures(line)).toThrow('write a kind and a task as JSON');
});
