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

/** Makes the bundle of the page judge bytes. */
function ask(name: string, bytes: Uint8Array): Promise<JudgeAnswer> {
  return new Promise((resolve) => {
    worker.answer = resolve;
    worker.ask?.({ id: 1, name, bytes });
  });
}

/** Expects the page to find what the command finds. @returns the findings */
async function expectAgreement(name: string, bytes: Uint8Array): Promise<readonly unknown[]> {
  const { verdict, incomplete, requirements } = await judge(bytes, { name });
  const findings = requirements.flatMap((row) => row.findings.map((each) => ({ ...each, level: row.level })));
  expect(await ask(name, bytes)).toMatchObject({ verdict, incomplete, findings });
  return findings;
}

beforeAll(async () => {
  installExtras(['portal'], () => {});
  await bundleElements(repositoryRoot, folder);
  writeFileSync(join(folder, 'worker.mjs'), readFileSync(join(folder, 'judge-worker.js')));
  // The only worker globals that the bundle uses. It includes its own Buffer and SHA-256.
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
    await expectAgreement(file, new Uint8Array(readFileSync(recording(file))));
  });

  it('judges an answer by its request, as the command does', async () => {
    const chunk = readFileSync(recording('valid/plain.sse')).toString('base64');
    const request = { content: 'Hello', permission_mode: 'auto', attachments: { skill_ids: 'none' } };
    const lines = [
      { recording: 1 },
      {
        exchange: 0,
        at: 0,
        request: {
          method: 'POST',
          path: `/api/v1/chats/${crypto.randomUUID()}/messages/stream`,
          body: Buffer.from(JSON.stringify(request)).toString('base64'),
        },
      },
      { exchange: 0, at: 1, response: { status: 200, headers: { 'content-type': 'text/event-stream' } } },
      { exchange: 0, at: 2, chunk },
      { exchange: 0, at: 3, end: 'server' },
    ];
    const bytes = new TextEncoder().encode(lines.map((line) => JSON.stringify(line)).join('\n'));
    expect(await expectAgreement('turn', bytes)).not.toEqual([]);
  });

  it('hashes text that is too long to keep, as the command does', async () => {
    const text = 'ä'.repeat(200_000);
    const start = `event: message.start\ndata: {"chat_id":"${crypto.randomUUID()}","message_id":1}\n\n`;
    const delta = `event: message.delta\ndata: ${JSON.stringify({ text, replace: false })}\n\n`;
    const bytes = new TextEncoder().encode(`${start}${delta.repeat(8)}`);
    expect(await expectAgreement('long', bytes)).not.toEqual([]);
  });

  it('refuses anything but a recording, in one sentence', async () => {
    expect(await ask('letter.txt', new TextEncoder().encode('Dear reader,'))).toMatchObject({
      problem: expect.stringContaining('letter.txt is neither a raw stream'),
    });
  });
});
