import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VirtualClock } from '../../../scripts/simulation/virtual-clock.ts';
import { BOUNDS } from '../../../src/reference/connectors/bounds.ts';
import {
  ConnectorFailure,
  type Connectors,
  type Question,
  type QuestionAnswer,
} from '../../../src/reference/connectors/connectors.ts';
import { createConnectors } from '../../../src/reference/connectors/mcp-connectors.ts';
import { barrierFor, callOf, declare, inProcess, neverAborted, openConnectors } from './calling.ts';
import { everything, startEverything } from './everything.ts';

let overHttp: Awaited<ReturnType<typeof startEverything>>;
beforeAll(async () => {
  overHttp = await startEverything();
});
afterAll(() => overHttp.stop());

it('hints at the older transport when a server speaks nothing else', async () => {
  const { url, stop } = await startEverything('sse');
  const failure = openConnectors().tools(declare({ kind: 'http', url }), neverAborted());
  await expect(failure).rejects.toThrow('answered with HTTP 404 (HTTP+SSE, ');
  await stop();
});

const transports = {
  stdio: () => declare({ kind: 'stdio', command: process.execPath, args: [everything] }),
  http: () => declare({ kind: 'http', url: overHttp.url }),
};

describe.each(['stdio', 'http'] as const)('the official server over %s', (kind) => {
  let connectors: Connectors;
  beforeAll(() => {
    connectors = createConnectors({ clock: new VirtualClock(), environment: {} });
  });
  afterAll(() => connectors.close());

  it('lists its tools, and marks the read-only ones', async () => {
    const tools = await connectors.tools(transports[kind](), neverAborted());

    const byName = new Map(tools.map((tool) => [tool.name, tool]));
    expect(byName.get('echo')).toMatchObject({
      description: 'Echoes back the input string',
      inputSchema: { type: 'object', required: ['message'] },
      isReadOnly: true,
    });
    expect(byName.get('gzip-file-as-resource')?.isReadOnly).toBe(false);
  });

  it.each([
    ['echo', { message: 'Good Friday' }, 'Echo: Good Friday', false],
    ['get-sum', { a: 19, b: 23 }, 'The sum of 19 and 23 is 42.', false],
    ['get-sum', { a: 'nineteen', b: 23 }, expect.stringContaining('Invalid arguments'), true],
    [
      'get-resource-reference',
      { resourceType: 'Text', resourceId: 1 },
      expect.stringMatching(/\n\[resource demo:.* text\/plain\]\nResource 1: /),
      false,
    ],
    ['get-tiny-image', {}, expect.stringContaining('\n[image image/png]\n'), false],
    ['no-such-tool', {}, expect.stringContaining('no-such-tool not found'), true],
  ])('runs %s', async (tool, input, text, isError) => {
    expect(await connectors.call(transports[kind](), callOf(tool, input))).toEqual({ text, isError });
  });

  it('may report its progress, which is ignored', async () => {
    const { text } = await connectors.call(
      transports[kind](),
      callOf('trigger-long-running-operation', { duration: 0.02, steps: 4 }),
    );
    expect(text).toContain('Long running operation completed');
  });

  it('asks questions, and each reaches its own call', async () => {
    const connector = transports[kind]();
    const everybodyIsAsked = barrierFor(2);
    const askFor = (name: string) =>
      connectors.call(
        connector,
        callOf(
          'trigger-elicitation-request',
          {},
          {
            elicit: async ({ requestedSchema }) => {
              await everybodyIsAsked();
              expect(requestedSchema).toMatchObject({ type: 'object', required: ['name'] });
              return { action: 'accept', content: { name } };
            },
          },
        ),
      );

    const [first, second] = await Promise.all([askFor('Ada'), askFor('Grace')]);

    expect(first.text).toContain('- Name: Ada\n');
    expect(second.text).toContain('- Name: Grace\n');
  });

  it('receives a decline', async () => {
    const elicit = async () => ({ action: 'decline' as const });
    const { text } = await connectors.call(
      transports[kind](),
      callOf('trigger-elicitation-request', {}, { elicit }),
    );
    expect(text).toContain('User declined');
  });

  it('is abandoned when the call is aborted during a question, and works for the next call', async () => {
    const turn = new AbortController();
    const reason = new Error('the turn was cancelled');
    const elicit = () => {
      turn.abort(reason);
      return Promise.withResolvers<QuestionAnswer>().promise;
    };

    const cut = connectors.call(
      transports[kind](),
      callOf('trigger-elicitation-request', {}, { elicit, signal: turn.signal }),
    );

    await expect(cut).rejects.toBe(reason);
    expect(await connectors.call(transports[kind](), callOf('echo', { message: 'again' }))).toMatchObject({
      text: 'Echo: again',
    });
  });
});

describe('connectors', () => {
  it('use no more sessions of one connector than allowed, and reuse them', async () => {
    const connectors = openConnectors();
    const manyAsk = barrierFor(BOUNDS.sessions);
    let asking = 0;
    let most = 0;
    const elicit = async (): Promise<QuestionAnswer> => {
      asking += 1;
      await manyAsk();
      await setImmediate();
      most = Math.max(most, asking);
      asking -= 1;
      return { action: 'cancel' };
    };
    const input = { message: 'Which branch?', schema: { type: 'object' } };
    const calls = Array.from({ length: BOUNDS.sessions + 3 }, () =>
      connectors.call(inProcess, callOf('ask_person', input, { elicit })),
    );

    expect(await Promise.all(calls)).toHaveLength(BOUNDS.sessions + 3);
    expect(most).toBe(BOUNDS.sessions);
  });

  it('let a call that waits for a session be aborted', async () => {
    const connectors = openConnectors();
    const turn = new AbortController();
    const everybodyAsks = barrierFor(BOUNDS.sessions);
    const answer = Promise.withResolvers<QuestionAnswer>();
    const asked = Promise.withResolvers<void>();
    const elicit = async () => {
      await everybodyAsks();
      asked.resolve();
      return answer.promise;
    };
    const input = { message: 'Which branch?', schema: { type: 'object' } };
    const busy = Array.from({ length: BOUNDS.sessions }, () =>
      connectors.call(inProcess, callOf('ask_person', input, { elicit })),
    );
    await asked.promise;
    const waiting = connectors.call(inProcess, callOf('find_tickets', {}, { signal: turn.signal }));

    turn.abort(new Error('the turn was cancelled'));

    await expect(waiting).rejects.toThrow('the turn was cancelled');
    answer.resolve({ action: 'decline' });
    expect(await Promise.all(busy)).toHaveLength(BOUNDS.sessions);
  });

  it('rethrow the error of answering a question, since the turn has ended then', async () => {
    const cut = new Error('nobody may be asked here');
    const question: Question[] = [];
    const call = openConnectors().call(
      inProcess,
      callOf(
        'ask_person',
        { message: 'Which branch?', schema: { type: 'object' } },
        {
          elicit: (asked) => {
            question.push(asked);
            return Promise.reject(cut);
          },
        },
      ),
    );
    await expect(call).rejects.toBe(cut);
    expect(question).toHaveLength(1);
  });

  it('offer the declared tools of an unconnected connector, and do not call them', async () => {
    const connectors = openConnectors();
    const calendar = declare({
      kind: 'unconnected',
      tools: [{ name: 'list_events', description: 'Lists the events of a week.' }],
    });

    expect(await connectors.tools(calendar, neverAborted())).toEqual([
      {
        name: 'list_events',
        description: 'Lists the events of a week.',
        inputSchema: { type: 'object' },
        isReadOnly: true,
      },
    ]);
    await expect(connectors.call(calendar, callOf('list_events'))).rejects.toThrow(ConnectorFailure);
  });

  it('end calls in progress when they are closed, and accept no new ones', async () => {
    const connectors = openConnectors();
    const asked = Promise.withResolvers<void>();
    const elicit = () => {
      asked.resolve();
      return Promise.withResolvers<QuestionAnswer>().promise;
    };
    const input = { message: 'Which branch?', schema: { type: 'object' } };
    const call = connectors.call(inProcess, callOf('ask_person', input, { elicit }));
    const failed = expect(call).rejects.toThrow(ConnectorFailure);
    await asked.promise;

    await connectors.close();

    await failed;
    await expect(connectors.tools(inProcess, neverAborted())).rejects.toThrow('the server is stopping');
  });

  it('do not load the SDK before they are used', async () => {
    const entry = fileURLToPath(
      new URL('../../../src/reference/connectors/mcp-connectors.ts', import.meta.url),
    );
    const { metafile } = await build({
      entryPoints: [entry],
      bundle: true,
      write: false,
      metafile: true,
      platform: 'node',
      packages: 'external',
    });

    const loaded = findLoaded(
      metafile,
      Object.keys(metafile.inputs).find((path) => path.endsWith('mcp-connectors.ts')),
    );
    expect([...loaded].some((path) => path.endsWith('session-pool.ts'))).toBe(true);
    expect([...loaded].filter((path) => path.includes('modelcontextprotocol'))).toEqual([]);
  });
});

/** The files that a module imports statically. */
function findLoaded({ inputs }: Metafile, entry = '', loaded = new Set<string>()): Set<string> {
  loaded.add(entry);
  for (const { path, kind } of inputs[entry]?.imports ?? []) {
    if (kind === 'import-statement' && !loaded.has(path)) findLoaded({ inputs } as Metafile, path, loaded);
  }
  return loaded;
}
