import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { loadAlterations } from '../../../src/alterations/load-alterations.ts';
import { RecorderMetrics } from '../../../src/conformance/metrics/recorder-metrics.ts';
import { serveMetrics } from '../../../src/conformance/metrics/serve-metrics.ts';
import { FileSource } from '../../../src/conformance/recordings/file-source.ts';
import { FolderSource } from '../../../src/conformance/recordings/folder-source.ts';
import { judgeInput } from '../../../src/conformance/recordings/judge-input.ts';
import { loadRows } from '../../../src/conformance/registry/registry.ts';
import { reportTarget } from '../../../src/conformance/report/target.ts';
import { assemble } from '../../../src/reference/start.ts';
import { afterwards, listRecordings, openRecorder, openTarget } from '../recorder/open-recorder.ts';
import { respond } from '../run/raw-target.ts';
import { parsePrometheusText } from './parse-prometheus-text.ts';

const open = () => new RecorderMetrics(loadRows(), '0.1.0');
const read = (metrics: RecorderMetrics) => parsePrometheusText(metrics.render());

/** The samples of a metric, by the value of one label. */
function samplesOf(metrics: RecorderMetrics, name: string, label: string): Record<string, number> {
  const { samples = {} } = read(metrics)[`conversation_api_${name}`] ?? {};
  return Object.fromEntries(
    Object.entries(samples).map(([labels, value]) => [JSON.parse(labels)[label], value]),
  );
}

const headers = { authorization: 'Bearer harbor-main', 'content-type': 'application/json' };

/** Sends a turn whose model follows a script, and reads the answer. */
async function send(url: string, acts: unknown, chat: string = randomUUID()): Promise<void> {
  const response = await fetch(`${url}/api/v1/chats/${chat}/messages/stream`, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': randomUUID() },
    body: JSON.stringify({
      content: `Hi\n\n\`\`\`script\n${JSON.stringify(acts)}\n\`\`\``,
      permission_mode: 'auto',
    }),
  });
  await response.text().catch(() => '');
}

async function startTarget(breakages: readonly string[]): Promise<string> {
  const server = await assemble({
    decorators: await loadAlterations({ breakages: [...breakages] }),
    report() {},
  });
  afterwards(() => server.close());
  return server.url;
}

describe('the metrics of a recorder', () => {
  it('include every verdict from the start, so the first failure shows as an increase', () => {
    const metrics = open();
    expect(samplesOf(metrics, 'judged_total', 'verdict')).toEqual({
      conformant: 0,
      nonconformant: 0,
      incomplete: 0,
      'nothing-ran': 0,
    });
    expect(samplesOf(metrics, 'exchanges_total', 'recorded')).toEqual({ yes: 0, no: 0 });
    expect(read(metrics)).not.toHaveProperty('conversation_api_violations_total');
  });

  it('count only violations of registry requirements, by requirement and level', () => {
    const metrics = open();
    metrics.violation('stream.terminal.exactly-one');
    metrics.violation('stream.terminal.exactly-one');
    metrics.violation('no.such.requirement');
    for (const { id } of loadRows().requirements.filter(
      ({ level }) => level === 'open' || level === 'client',
    ))
      metrics.violation(id);
    expect(read(metrics).conversation_api_violations_total?.samples).toEqual({
      [JSON.stringify({ requirement: 'stream.terminal.exactly-one', level: 'must' })]: 2,
    });
  });

  it('have the verdict that check gives each exchange alone', async () => {
    const target = await startTarget(['stream.failure.as-event/cut', 'usage.shape.same-everywhere/types']);
    const metrics = open();
    const recorder = await openRecorder(target, { observer: metrics });
    const chat = randomUUID();
    await send(recorder.url, [{ say: 'One 💧 two', pieces: 3 }], chat);
    await send(recorder.url, [{ say: 'One' }, { fail: 'outage' }]);
    for (const path of [
      '/chats',
      '/chats',
      `/chats/${chat}`,
      '/chats/none',
      '/chats/none',
      '/skills',
      '/elsewhere',
    ])
      await (await fetch(`${recorder.url}/api/v1${path}`, { headers })).text();
    await (await fetch(`${recorder.url}/api/v1/chats`)).text();
    const left = await fetch(`${recorder.url}/api/v1/chats/${randomUUID()}/messages/stream`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body: JSON.stringify({ content: 'Hi\n\n```script\n[{"say":"One"},{"hang":true}]\n```' }),
    });
    const reader = left.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    const { judgement } = await recorder.stop();

    const alone = { conformant: 0, nonconformant: 0, incomplete: 0, 'nothing-ran': 0 };
    for (const name of listRecordings(recorder.output)) {
      const judged = await judgeInput(new FileSource(join(recorder.output, name)), 'recording');
      alone[reportTarget(name, judged, loadRows()).verdict] += 1;
    }
    expect(samplesOf(metrics, 'judged_total', 'verdict')).toEqual(alone);
    expect(Object.values(alone).filter((count) => count === 0)).toEqual([]);

    const violations = [...judgement.rows].filter(([, row]) => row.violations > 0);
    expect(violations.map(([id]) => id)).toContain('stream.terminal.exactly-one');
    expect(samplesOf(metrics, 'violations_total', 'requirement')).toEqual(
      Object.fromEntries(violations.map(([id, row]) => [id, row.violations])),
    );
    expect(samplesOf(metrics, 'exchanges_total', 'recorded')).toEqual({ yes: 11, no: 0 });
  });

  it('count the answers of the recorder itself by reason, and an exchange without a response as incomplete', async () => {
    const metrics = open();
    const none = {
      'target-down': 0,
      'too-many-exchanges': 0,
      loop: 0,
      'other-server': 0,
      'invalid-request': 0,
    };
    expect(samplesOf(metrics, 'recorder_answers_total', 'reason')).toEqual(none);
    const recorder = await openRecorder('http://127.0.0.1:1', { observer: metrics });
    for (const path of ['/chats', '/chats', '/skills'])
      expect((await fetch(`${recorder.url}/api/v1${path}`, { headers })).status).toBe(502);
    const foreign = request(recorder.url, { headers: { host: 'elsewhere.example' } }).end();
    await once(foreign, 'response');
    const { judgement } = await recorder.stop();
    expect(samplesOf(metrics, 'recorder_answers_total', 'reason')).toEqual({
      ...none,
      'target-down': 3,
      'other-server': 1,
    });
    expect(samplesOf(metrics, 'judged_total', 'verdict')).toMatchObject({ incomplete: 3, 'nothing-ran': 0 });
    expect(reportTarget('all', judgement, loadRows()).verdict).toBe('incomplete');
    const again = await judgeInput(new FolderSource(recorder.output), 'recording');
    expect(reportTarget('all', again, loadRows()).verdict).toBe('incomplete');
  });

  it('count how each forwarded exchange ended, recorded or not, so outages that the target itself answers show too', async () => {
    const metrics = open();
    const none = {
      '2xx': 0,
      '3xx': 0,
      '4xx': 0,
      '5xx': 0,
      'target-down': 0,
      'target-broke-off': 0,
      'client-left': 0,
      'no-response': 0,
    };
    expect(samplesOf(metrics, 'outcomes_total', 'outcome')).toEqual(none);
    const target = await openTarget((socket, { head }) => {
      const [, what] = /^GET \/(\S+)/.exec(head) ?? [];
      if (what === 'hang') return;
      if (what === 'stream') socket.write('HTTP/1.1 200 OK\r\n\r\ndata: 1\n\n');
      else if (what === 'break') socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc');
      else if (what === 'drop') socket.destroy();
      else respond(socket, Number(what), '');
    });
    const recorder = await openRecorder(target.url, { observer: metrics, sample: 0.01, random: () => 1 });
    for (const what of ['drop', '200', '200', '302', '404', '503', '599', 'break'])
      await fetch(`${recorder.url}/${what}`, { redirect: 'manual' })
        .then((response) => response.text())
        .catch(() => '');
    for (const what of ['stream', 'hang']) {
      const arrived = target.requests.length;
      const left = new AbortController();
      const asked = fetch(`${recorder.url}/${what}`, { signal: left.signal }).catch(() => {});
      await vi.waitUntil(() => target.requests.length > arrived);
      if (what === 'stream') await asked;
      left.abort();
    }
    const outcomes = () => samplesOf(metrics, 'outcomes_total', 'outcome');
    await vi.waitUntil(() => outcomes()['client-left'] && outcomes()['no-response']);
    expect(samplesOf(metrics, 'exchanges_total', 'recorded')).toEqual({ yes: 0, no: 10 });
    expect(outcomes()).toEqual({
      '2xx': 2,
      '3xx': 1,
      '4xx': 1,
      '5xx': 2,
      'target-down': 1,
      'target-broke-off': 1,
      'client-left': 1,
      'no-response': 1,
    });
  });

  it('count exchanges outside the sample, failures and deletions', async () => {
    const target = await startTarget([]);
    const metrics = open();
    const drawn = [0, 0.5, 0, 0, 0.5, 0];
    const recorder = await openRecorder(target, {
      observer: metrics,
      sample: 0.1,
      random: () => drawn.shift() ?? 1,
      rotate: 1,
      disk: 5000,
    });
    const list = async (part: string) =>
      (await fetch(`${recorder.url}/api/v1/${part}`, { headers })).arrayBuffer();
    for (const part of ['skills', 'skills', 'skills', 'chat/catalog', 'skills', 'skills']) await list(part);
    await recorder.stop();
    const files = listRecordings(recorder.output);
    const bytes = files.reduce((sum, name) => sum + statSync(join(recorder.output, name)).size, 0);
    expect(read(metrics).conversation_api_recording_bytes?.samples['{}']).toBe(bytes);
    expect(bytes).toBeLessThanOrEqual(5000);
    expect(files.length).toBeLessThan(4);
    expect(samplesOf(metrics, 'exchanges_total', 'recorded')).toEqual({ yes: 4, no: 2 });
    expect(read(metrics).conversation_api_files_deleted_total?.samples['{}']).toBe(4 - files.length);
    expect(recorder.problems).toEqual([
      'the recordings have reached 5000 bytes; from now on the oldest file is deleted to make room',
    ]);
  });
});

describe('the metrics listener', () => {
  const ask = (url: string, method: string, host?: string) =>
    new Promise<{ status: number; type: string | undefined; text: string }>((resolve, reject) => {
      request(url, { method, agent: false, ...(host && { headers: { host } }) }, async (response) => {
        let text = '';
        for await (const piece of response) text += piece;
        resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'], text });
      })
        .on('error', reject)
        .end();
    });

  it.each([
    ['GET', '/metrics', undefined, 200],
    ['GET', '/metrics?name[]=x', undefined, 200],
    ['HEAD', '/metrics', undefined, 200],
    ['POST', '/metrics', undefined, 405],
    ['GET', '/', undefined, 404],
    ['GET', '/api/v1/chats', undefined, 404],
    ['GET', '/metrics', 'rebound.example', 421],
  ])('answers %s %s for the host %s with %i', async (method, path, host, status) => {
    const served = await serveMetrics(() => 'numbers\n', { host: '127.0.0.1', port: 0 });
    afterwards(() => served.close());
    const answer = await ask(new URL(path, served.url).href, method, host);
    expect(answer.status).toBe(status);
    expect(answer.text === 'numbers\n').toBe(status === 200 && method === 'GET');
    if (status === 200) expect(answer.type).toBe('text/plain; version=0.0.4; charset=utf-8');
  });
});
