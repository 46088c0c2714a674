import { describe, expect, it } from 'vitest';
import { operatorRoutes } from '../../src/reference/operator-routes.ts';
import { useServer } from './harness/use-server.ts';

/** A line of the Prometheus text format. */
const LINE =
  /^(?:# (?:HELP|TYPE) [a-z_]+ .+|[a-z_]+(?:\{[a-z]+="[^"\\]*"(?:,[a-z]+="[^"\\]*")*\})? [\d.e+-]+)$/;

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
