import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JudgeAnswer, JudgeRequest } from '../../portal/elements/player/judged.ts';
import { bundleElements } from '../../scripts/portal/bundle-elements.ts';
import { repositoryRoot } from '../../scripts/test/environment.ts';
import { installExtras } from '../../scripts/test/install-extras.ts';
import { judge } from '../../src/conformance/index.ts';
import { recording } from '../cli/workspace.ts';

const folder = mkdtempSync(join(tmpdir(), 'elements-'));
const worker: { ask?(data: JudgeRequest): void; answer?(answer: JudgeAnswer): void } = {};

/** Has the bundle of the page judge bytes. */
function ask(name: string, bytes: Uint8Array): Promise<JudgeAnswer> {
  return new Promise((resolve) => {
    worker.answer = resolve;
    worker.ask?.({ id: 1, name, bytes });
  });
}

beforeAll(async () => {
  installExtras(['portal'], () => {});
  await bundleElements(repositoryRoot, folder);
  writeFileSync(join(folder, 'worker.mjs'), readFileSync(join(folder, 'judge-worker.js')));
  // The only globals of a worker that the bundle uses. It brings its own Buffer and SHA-256.
  Object.assign(globalThis, {
    self: {
      addEventListener: (_: string, listen: (event: { data: JudgeRequest }) => void) => {
        worker.ask = (data) => listen({ data });
      },
      postMessage: (answer: JudgeAnswer) => worker.answer?.(answer),
    },
  });
  await import(pathToFileURL(join(folder, 'worker.mjs')).href);
});

afterAll(() => rmSync(folder, { recursive: true }));

const files = ['broken', 'valid'].flatMap((kind) =>
  readdirSync(recording(kind)).map((file) => `${kind}/${file}`),
);

describe('the judge of the page', () => {
  it.each(files)('finds in %s what the command finds', async (file) => {
    const bytes = new Uint8Array(readFileSync(recording(file)));
    const report = await judge(bytes, { name: file });
    const answer = await ask(file, bytes);
    if ('problem' in answer) throw new Error(answer.problem);
    expect(answer.verdict).toBe(report.verdict);
    expect(answer.incomplete).toEqual(report.incomplete);
    expect(answer.findings).toEqual(
      report.requirements.flatMap(({ level, findings }) => findings.map((each) => ({ ...each, level }))),
    );
  });

  it('hashes what is too long to keep, as the command does', async () => {
    const text = 'ä'.repeat(200_000);
    const start = `event: message.start\ndata: {"chat_id":"${crypto.randomUUID()}","message_id":1}\n\n`;
    const delta = `event: message.delta\ndata: ${JSON.stringify({ text, replace: false })}\n\n`;
    const bytes = new TextEncoder().encode(`${start}${delta.repeat(8)}`);
    const report = await judge(bytes, { name: 'long' });
    const answer = await ask('long', bytes);
    if ('problem' in answer) throw new Error(answer.problem);
    expect(answer.findings.map(({ requirement, actual }) => [requirement, actual])).toEqual(
      report.requirements.flatMap(({ findings }) =>
        findings.map(({ requirement, actual }) => [requirement, actual]),
      ),
    );
  });

  it('refuses what is no recording in a sentence', async () => {
    expect(await ask('letter.txt', new TextEncoder().encode('Dear reader,'))).toMatchObject({
      problem: expect.stringContaining('letter.txt is neither a raw stream'),
    });
  });
});
