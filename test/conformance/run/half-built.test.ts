import { describe, expect, it } from 'vitest';
import { loadRows } from '../../../src/conformance/registry/registry.ts';
import { reportHeader } from '../../../src/conformance/report/header.ts';
import { reportLive } from '../../../src/conformance/report/live.ts';
import { renderPretty } from '../../../src/conformance/report/pretty.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';
import { openRawTarget, respond } from './raw-target.ts';
import { runAtRawTarget } from './run-at-raw-target.ts';

const CHAT = {
  id: '9b2f6c1e-4d3a-4f5b-8c7d-0e1f2a3b4c5d',
  name: null,
  is_favorite: false,
  permission_mode: 'manual',
  model_id: null,
  created_at: '2026-03-02T09:14:07Z',
  updated_at: '2026-03-02T09:14:07Z',
};
const META = { request_id: '1c9e6679-7425-40de-944b-e07fc1f90ae7' };

/** A service that implements only chats and knows no other route. */
const openHalf = () =>
  openRawTarget((socket, { method, path }) => {
    const [, id, rest] = /^\/api\/v1\/chats(\/[^/?]+)?(\/[^?]*)?(?:\?.*)?$/.exec(path) ?? [];
    const isChats = path.startsWith('/api/v1/chats') && rest === undefined;
    if (!isChats || (method === 'POST' && id !== undefined))
      return respond(socket, 404, '{"detail":"Not Found"}');
    const data = id === undefined && method === 'GET' ? [CHAT] : CHAT;
    const meta = Array.isArray(data) ? { ...META, page: 1, size: 50, total: 1 } : META;
    return respond(
      socket,
      200,
      JSON.stringify({ status: 'success', message: 'OK', message_code: 'api_v1_ok', data, meta }),
    );
  });

async function reportHalf() {
  const target = await openHalf();
  try {
    const result = await runAtRawTarget(target, CHECKS);
    const registry = loadRows();
    const profile = { baseUrl: target.url, resources: {}, timers: { timeScale: 1 } };
    return reportLive(result, { profile, registry, leftOut: [], verifiers: CHECKS });
  } finally {
    await target.close();
  }
}

describe('the report about a service that implements only chats', async () => {
  const report = await reportHalf();
  const lines = renderPretty({ ...reportHeader('live', '1.0.0'), ...report, mode: 'live' }).split('\n');

  it('says first, in one line, which operations are not served', () => {
    expect(lines[2]).toMatch(/^ {2}\d+ of 20 operations are not served: /);
    expect(lines[2]).toContain('POST /chats/{chat_id}/messages, ');
    expect(lines[2]).not.toContain('GET /chats, ');
    expect(report.remarks).toHaveLength(1);
  });

  it('has one line for all checks that this prevented', () => {
    const stopped = lines.filter((line) => line.includes('did not reach'));
    expect(stopped[0]).toContain('an operation that is needed is not served');
    expect(stopped.filter((line) => /404/.test(line))).toEqual([]);
  });

  it('shows one of the requirements that fail for this reason, and counts the others', () => {
    const text = lines.join('\n');
    expect(text.match(/hint: {5}the service does not serve this operation/g)).toHaveLength(1);
    expect(text).toMatch(/and \d+ more, which may follow: /);
  });

  it('gives no advice about scenarios', () => {
    expect(lines.filter((line) => line.includes('a scenario `'))).toEqual([]);
  });
});
