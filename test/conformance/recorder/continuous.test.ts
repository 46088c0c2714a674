import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileSource } from '../../../src/conformance/recordings/file-source.ts';
import { FolderSource } from '../../../src/conformance/recordings/folder-source.ts';
import { judgeInput } from '../../../src/conformance/recordings/judge-input.ts';
import { MOST_OPEN } from '../../../src/conformance/recordings/recording-format.ts';
import { loadRows } from '../../../src/conformance/registry/registry.ts';
import { reportTarget } from '../../../src/conformance/report/target.ts';
import { assemble } from '../../../src/reference/start.ts';
import { type RawRequest, respond } from '../run/raw-target.ts';
import {
  afterwards,
  listRecordings,
  openBehind,
  openRecorder,
  openTarget,
  readRecordings,
  replying,
} from './open-recorder.ts';

/** Sends a request and reads the answer to its end, as raw bytes from the wire. */
async function exchange(
  url: string,
  { path = '/api/v1/skills', method = 'GET', headers = {}, pieces = [] as Uint8Array[] } = {},
) {
  const outgoing = request(url + path, { method, headers, agent: false });
  for (const piece of pieces) outgoing.write(piece);
  outgoing.end();
  const [answer] = await once(outgoing, 'response');
  const body: Buffer[] = [];
  for await (const piece of answer) body.push(piece);
  return { status: answer.statusCode, headers: answer.rawHeaders, body: Buffer.concat(body) };
}

/** Bytes of all values, which are not text. */
const BYTES = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256);

describe('a sample', () => {
  it('forwards unsampled exchanges unchanged and keeps nothing of them', async () => {
    const target = await openTarget((socket) => respond(socket, 200, BYTES, { 'x-secret': 'of-the-target' }));
    const send = async (sample: number) => {
      const recorder = await openRecorder(target.url, { sample, random: () => 0.5 });
      const answer = await exchange(recorder.url, {
        method: 'POST',
        headers: { authorization: 'Bearer of-the-client', 'content-length': BYTES.length },
        pieces: [BYTES.subarray(0, 9), BYTES.subarray(9)],
      });
      const { judgement, exchanges } = await recorder.stop();
      const files = listRecordings(recorder.output).length;
      return {
        answer,
        seen: { files, exchanges, judged: judgement.exchanges, incomplete: judgement.incomplete },
      };
    };
    const [all, none] = [await send(1), await send(0.0001)];
    expect(none.seen).toEqual({ files: 0, exchanges: 0, judged: 0, incomplete: [] });
    expect(all.seen).toMatchObject({ files: 1, exchanges: 1, judged: 1 });
    expect(none.answer).toEqual(all.answer);
    expect(none.answer.body.equals(BYTES)).toBe(true);
    const withoutName = ({ head }: RawRequest) =>
      head.replace(/conversation-api-\w+/, '').replace(/^host:.*$/im, '');
    const [first, second] = target.requests;
    expect(first && second && withoutName(second)).toBe(first && withoutName(first));
  });

  it('contains both a send and its replay', async () => {
    const { recorder } = await openBehind(replying('{}'), { sample: 0.3 });
    const chats = Array.from({ length: 30 }, () => randomUUID());
    for (const chat of [...chats, ...chats])
      await exchange(recorder.url, { path: `/api/v1/chats/${chat}/messages`, method: 'POST' });
    const paths = (await recorder.finish()).map((recording) => recording.request?.path);
    const counts = Map.groupBy(paths, (path) => path).values();
    expect(Array.from(counts, ({ length }) => length).filter((length) => length !== 2)).toEqual([]);
    expect(paths.length).toBeLessThan(60);
  });

  it('takes no more concurrent exchanges than the judge of a recording accepts', async () => {
    const open: Socket[] = [];
    const { recorder } = await openBehind((socket) => open.push(socket), { limits: { openExchanges: 1 } });
    const answers = [exchange(recorder.url), exchange(recorder.url)];
    while (open.length < 2) await new Promise(setImmediate);
    for (const socket of open) respond(socket, 200, '{}');
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await recorder.stop()).exchanges).toBe(1);
    expect(recorder.problems).toEqual(['1 exchanges are being recorded already']);
  });
});

describe('a recording in numbered files', () => {
  const headers = { authorization: 'Bearer harbor-main', 'content-type': 'application/json' };

  async function send(url: string, words: number): Promise<void> {
    const content = `Hi\n\n\`\`\`script\n[{"say":"${'word '.repeat(words)}","pieces":${words}}]\n\`\`\``;
    const response = await fetch(`${url}/api/v1/chats/${randomUUID()}/messages/stream`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body: JSON.stringify({ content, permission_mode: 'auto' }),
    });
    await response.text();
  }

  it('consists of files that can be judged alone, and together give the verdict of the recorder', async () => {
    const server = await assemble({ report() {} });
    afterwards(() => server.close());
    const recorder = await openRecorder(server.url, { rotate: 6000 });
    for (let round = 0; round < 4; round += 1) {
      const sends = [20, 5, 1, 12].map((words) => send(recorder.url, words));
      await Promise.all([
        ...sends,
        fetch(`${recorder.url}/api/v1/chats`, { headers }).then((each) => each.text()),
      ]);
    }
    const { judgement, exchanges } = await recorder.stop();
    const names = listRecordings(recorder.output);
    expect(names.length).toBeGreaterThan(3);
    let sum = 0;
    for (const name of names) {
      const judged = await judgeInput(new FileSource(join(recorder.output, name)), 'recording');
      expect({ name, ...reportTarget(name, judged, loadRows()) }).toMatchObject({
        name,
        verdict: 'conformant',
        incomplete: [],
      });
      sum += judged.exchanges;
    }
    expect([exchanges, sum, judgement.exchanges]).toEqual([20, 20, 20]);
    const again = await judgeInput(new FolderSource(recorder.output), 'recording');
    const { events, bytes, rows } = judgement;
    expect({ events: again.events, bytes: again.bytes }).toEqual({ events, bytes });
    expect([...again.rows.keys()].sort()).toEqual([...rows.keys()].sort());
  });

  it('has no limit of exchanges, and forgets old tokens instead of ending', async () => {
    const target = await openTarget((socket, { head }) =>
      respond(socket, 200, JSON.stringify({ leak: /^authorization: Bearer (.*)$/im.exec(head)?.[1] })),
    );
    const tokens = Array.from({ length: 6 }, (_, index) => `token-of-client-${index}`);
    const limits = { secretBytes: 50 };
    const recorder = await openRecorder(target.url, { rotate: 1000, tokens: ['given-at-the-start'], limits });
    for (const token of tokens)
      await exchange(recorder.url, {
        path: '/api/v1/skills?q=given-at-the-start',
        headers: { authorization: `Bearer ${token}` },
      });
    expect((await recorder.stop()).exchanges).toBe(6);
    expect(recorder.problems).toEqual([]);
    for (const { text, body } of readRecordings(recorder.output))
      expect(text + body).not.toMatch(/token-of-client|given-at-the-start/);
  });

  it('keeps the exchanges of the first findings of each requirement, whatever is deleted', async () => {
    const list = (id: string) => JSON.stringify({ meta: { request_id: id } });
    const { recorder } = await openBehind(
      (socket, { path }) => respond(socket, 200, path.includes('wrong') ? list('of-the-finding') : '{}'),
      { rotate: 2000, disk: 12_000 },
    );
    const requests = ['/api/v1/skills?wrong', ...Array.from({ length: 80 }, () => '/other')];
    for (const path of requests) await exchange(recorder.url, { path });
    await recorder.stop();
    expect(recorder.problems).toEqual([expect.stringContaining('the oldest file is deleted to make room')]);
    const named = new Set(recorder.heard.map(({ file }) => file));
    const [kept = ''] = named;
    expect([...named]).toEqual([listRecordings(recorder.output)[0]]);
    const again = await judgeInput(new FileSource(join(recorder.output, kept)), 'recording');
    const found = [...again.rows.values()].flatMap(({ findings }) => findings);
    expect(found.length).toBe(recorder.heard.length);
    expect(found).toEqual(expect.arrayContaining(recorder.heard.map(({ finding }) => finding)));
    expect(again).toMatchObject({ exchanges: 1, incomplete: [] });
  });

  it('ends when open files fill the limit, while forwarding and judging continue', async () => {
    const large = 'x'.repeat(3000);
    const { recorder } = await openBehind(
      (socket, { path }) => respond(socket, 200, path.includes('large') ? JSON.stringify({ large }) : '{}'),
      { rotate: 400, disk: 2000 },
    );
    const failing = MOST_OPEN + 1;
    for (let count = 0; count < failing; count += 1) {
      const { body } = await exchange(recorder.url, { path: '/large' });
      expect(body.length).toBe(large.length + 12);
    }
    await exchange(recorder.url, { path: '/small' });
    const { judgement } = await recorder.stop();
    const problem = 'the files that are still written to fill the limit of 2000 bytes';
    expect(recorder.problems.toSorted()).toEqual([
      problem,
      'the recordings have reached 2000 bytes; from now on the oldest file is deleted to make room',
    ]);
    expect(judgement.incomplete).toContain(
      `${failing} exchanges were forwarded but not recorded completely: ${problem}`,
    );
    const files = listRecordings(recorder.output);
    const bytes = files.reduce((sum, name) => sum + statSync(join(recorder.output, name)).size, 0);
    expect(bytes).toBeLessThanOrEqual(2000);
    const last = await judgeInput(new FileSource(join(recorder.output, files.at(-1) ?? '')), 'recording');
    expect(last.exchanges).toBeGreaterThan(0);
  });
});
