import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/reference/http/operation.ts';
import { operatorRoutes } from '../../src/reference/operator-routes.ts';
import { useServer } from './harness/use-server.ts';

/** A line of the Prometheus text format. */
const LINE =
  /^(?:# (?:HELP|TYPE) [a-z_]+ .+|[a-z_]+(?:\{[a-z_]+="[^"\\]*"(?:,[a-z_]+="[^"\\]*")*\})? [\d.e+-]+)$/;

const server = useServer();

/** The lines of /metrics, without a token. */
async function metrics(): Promise<string[]> {
  const response = await fetch(`${server.url}/metrics`);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const lines = (await response.text()).split('\n');
  expect(lines.pop()).toBe('');
  expect(lines.filter((line) => !LINE.test(line))).toEqual([]);
  return lines;
}

/** The values by series. */
async function values(): Promise<Map<string, number>> {
  const samples = (await metrics()).filter((line) => !line.startsWith('#'));
  return new Map(samples.map((line) => [line.replace(/ [^ ]*$/, ''), Number(/[^ ]*$/.exec(line)?.[0])]));
}

describe('/metrics', () => {
  it('counts turns by their end, and the open turns and streams', async () => {
    const main = server.as('main');
    await main.send({});
    await main.send({}, { headers: { 'x-reference-fault': 'pre_dispatch_error' } });
    const stream = await main.stream({
      script: [{ plan: { title: '', context: '', steps: [], notes: '' } }],
    });
    await stream.until('message.action_required');
    await server.clock.advance(2_000);
    expect(await metrics()).toEqual(
      expect.arrayContaining([
        'conversation_api_turns_total{end="completed",failure=""} 1',
        'conversation_api_turns_total{end="error",failure="not_dispatched"} 1',
        'conversation_api_turn_duration_seconds_count 2',
        'conversation_api_turns_running 1',
        'conversation_api_interactions_open 1',
        'conversation_api_streams_open 1',
      ]),
    );

    await main.act(stream.chatId, 'cancel', {});
    await stream.rest();
    expect(await metrics()).toEqual(
      expect.arrayContaining([
        'conversation_api_turns_total{end="cancelled",failure=""} 1',
        'conversation_api_turn_duration_seconds_bucket{le="1"} 2',
        'conversation_api_turn_duration_seconds_bucket{le="5"} 3',
        'conversation_api_turn_duration_seconds_bucket{le="+Inf"} 3',
        'conversation_api_turn_duration_seconds_sum 2',
        'conversation_api_turns_running 0',
        'conversation_api_interactions_open 0',
        'conversation_api_streams_open 0',
      ]),
    );
  });

  it('has a series for everything that is known from the start, and the versions', async () => {
    const lines = await metrics();
    expect(lines.find((line) => line.startsWith('conversation_api_build_info'))).toMatch(
      /^conversation_api_build_info\{version="\d+\.\d+\.\d+",contract="\d+\.\d+\.\d+"\} 1$/,
    );
    const series = lines.map((line) => line.replace(/ [^ ]*$/, ''));
    for (const { operationId } of OPERATIONS)
      for (const kind of ['2xx', '4xx', '5xx'])
        expect(series).toContain(
          `conversation_api_requests_total{operation="${operationId}",status_class="${kind}"}`,
        );
    expect(series).toEqual(
      expect.arrayContaining([
        'conversation_api_turns_total{end="error",failure="turn_timeout"}',
        'conversation_api_provider_turns_total{provider="northwind",outcome="failed"}',
        'conversation_api_connector_calls_total{connector="tickets",outcome="answered"}',
        'conversation_api_connector_sessions_total{connector="tickets"}',
      ]),
    );
    for (const name of [
      'process_cpu_seconds_total',
      'process_resident_memory_bytes',
      'process_start_time_seconds',
    ])
      expect(lines.find((line) => line.startsWith(`${name} `))).toMatch(/ [\d.]*[1-9]/);
  });

  it('counts requests by operation and class, and what providers and connectors did', async () => {
    const main = server.as('main');
    const before = await values();
    await main.send({ script: [{ fail: 'outage' }] });
    await main.send({ attachments: { mcp_server_ids: [7] }, script: [{ call: { tool: 'find_tickets' } }] });
    await fetch(`${server.url}/api/v1/chats/none`);
    await fetch(`${server.url}/elsewhere`);
    await (await main.stream({})).rest();
    const after = await values();
    const grown = [...after].filter(
      ([series, value]) => series.startsWith('conversation_api') && value !== before.get(series),
    );
    const counts = grown
      .filter(([series]) => /_total/.test(series))
      .map(
        ([series, value]) =>
          `${series.slice('conversation_api_'.length)} ${value - (before.get(series) ?? 0)}`,
      );
    expect(counts.toSorted()).toEqual([
      'connector_calls_total{connector="tickets",outcome="answered"} 1',
      'connector_sessions_total{connector="tickets"} 1',
      'provider_turns_total{provider="northwind",outcome="answered"} 2',
      'provider_turns_total{provider="northwind",outcome="failed"} 1',
      'requests_total{operation="getChat",status_class="4xx"} 1',
      'requests_total{operation="other",status_class="2xx"} 1',
      'requests_total{operation="other",status_class="4xx"} 1',
      'requests_total{operation="sendMessage",status_class="2xx"} 1',
      'requests_total{operation="sendMessage",status_class="5xx"} 1',
      'requests_total{operation="streamMessage",status_class="2xx"} 1',
      'turns_total{end="completed",failure=""} 2',
      'turns_total{end="error",failure="upstream_error"} 1',
    ]);
  });

  it('follows the conventions of Prometheus', async () => {
    const types = (await metrics()).flatMap((line) => /^# TYPE (\S+) (\S+)$/.exec(line)?.slice(1) ?? []);
    for (let at = 0; at < types.length; at += 2) {
      const [name = '', type] = types.slice(at, at + 2);
      expect({ name, isTotal: name.endsWith('_total') }).toEqual({ name, isTotal: type === 'counter' });
      expect(name).toMatch(/^(conversation_api|process|nodejs)_[a-z_]+$/);
    }
  });

  it('no longer counts a stream whose client has left', async () => {
    const stream = await server.as('main').stream({ script: [{ hang: true }] });
    await stream.until('message.start');
    expect(await metrics()).toContain('conversation_api_streams_open 1');
    stream.disconnect();
    await expect.poll(metrics).toContain('conversation_api_streams_open 0');
    expect(await metrics()).toContain('conversation_api_turns_running 1');
  });

  it('does not grow with chats and requests', async () => {
    const { length } = await metrics();
    for (let count = 0; count < 5; count += 1) await server.as('main').send({ content: `Turn ${count}` });
    expect(await metrics()).toHaveLength(length);
  });
});

describe('the health of the server', () => {
  it.each([
    ['/healthz', { status: 'alive' }],
    ['/readyz', { status: 'ready' }],
  ])('is served at %s', async (path, body) => {
    const response = await fetch(`${server.url}${path}`);
    expect([response.status, await response.json()]).toEqual([200, body]);
  });

  it.each([
    ['it closes', () => false],
    [
      'its store cannot be read',
      () => {
        throw new Error('the disk is gone');
      },
    ],
  ])('reports that the server is not ready when %s', async (_when, isReady) => {
    const ready = operatorRoutes({ metrics: () => '', isReady }).find(({ url }) => url === '/readyz');
    expect(await ready?.handle({} as never)).toEqual({ status: 503, body: { status: 'not ready' } });
  });
});
