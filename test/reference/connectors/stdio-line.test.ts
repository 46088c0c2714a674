import { describe, expect, it, vi } from 'vitest';
import { ConnectorFailure } from '../../../src/reference/connectors/connectors.ts';
import { callOf, declare, neverAborted, openConnectors } from './calling.ts';
import { everything } from './everything.ts';

/** A connector whose server runs this program. */
const program = (source: string) =>
  declare({ kind: 'stdio', command: process.execPath, args: ['--eval', source] });

/** A server that answers the handshake and runs this code for every other line. */
const serverThat = (onLine: string) =>
  program(`
    const say = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
    const answer = ({ id }, result) => say({ id, result });
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const message = JSON.parse(line);
      const { protocolVersion } = message.params ?? {};
      const serverInfo = { name: 'small', version: '1' };
      if (protocolVersion) answer(message, { protocolVersion, serverInfo, capabilities: { tools: {} } });
      else { ${onLine} }
    });`);

/** The failure of a promise that must reject. */
async function failureOf(work: Promise<unknown>): Promise<ConnectorFailure> {
  const failure = await work.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ConnectorFailure);
  return failure as ConnectorFailure;
}

describe('a server in a child process', () => {
  it('does not see the secrets of this process, but has a PATH', async () => {
    vi.stubEnv('PROVIDER_KEY', 'secret-of-ours');
    const connector = declare({ kind: 'stdio', command: process.execPath, args: [everything] });

    const { text } = await openConnectors({ environment: process.env }).call(connector, callOf('get-env'));

    vi.unstubAllEnvs();
    expect(JSON.parse(text)).toHaveProperty('PATH');
    expect(text).not.toContain('secret-of-ours');
  });

  it('sees the variables from the seed, including those copied from this process', async () => {
    const transport = {
      kind: 'stdio' as const,
      command: process.execPath,
      args: [everything],
      env: { LEVEL: 'debug' },
      envFrom: { KEY: 'DESK_KEY' },
    };
    const environment = { DESK_KEY: 's3cret', OTHER: 'other' };
    const { text } = await openConnectors({ environment }).call(declare(transport), callOf('get-env'));
    expect(JSON.parse(text)).toMatchObject({ LEVEL: 'debug', KEY: 's3cret' });
    expect(JSON.parse(text)).not.toHaveProperty('OTHER');
    await expect(openConnectors().tools(declare(transport), neverAborted())).rejects.toThrow(
      'The connector "tickets-1" has no KEY; set the environment variable DESK_KEY.',
    );
  });

  it.each([
    [
      'whose command does not exist',
      declare({ kind: 'stdio', command: '/no/such/command', args: [] }),
      'cannot be started, since its command was not found',
    ],
    ['that ends at once', program(''), 'closed the connection'],
    [
      'that prints garbage',
      program('console.log("ready!\\n{}\\n[1]"); process.stdin.resume()'),
      'did not answer in time',
    ],
    [
      'that prints garbage without end',
      program('process.stdout.write("x".repeat(5e6)); process.stdin.resume()'),
      'sent a message or response of more than 4 MB',
    ],
    [
      'whose list of tools is too long',
      serverThat("if (message.id) answer(message, { tools: [], text: 'x'.repeat(5e6) })"),
      'sent a message or response of more than 4 MB',
    ],
  ])('%s fails with one line', async (_, connector, reason) => {
    const connectors = openConnectors(reason === 'did not answer in time' ? { patience: 300 } : {});
    const { message } = await failureOf(connectors.tools(connector, neverAborted()));
    expect(message).toBe(
      `The connector "tickets-1" ${reason}; check its entry in the seed, and that its server runs.`,
    );
  });

  it('that dies during a call fails that call, and is restarted for the next', async () => {
    const connectors = openConnectors();
    const connector = serverThat(`
      if (message.params?.name === 'die') process.exit(1);
      answer(message, { content: [{ type: 'text', text: 'pid ' + process.pid }] });`);
    const first = await connectors.call(connector, callOf('tell'));

    const { message } = await failureOf(connectors.call(connector, callOf('die')));
    const second = await connectors.call(connector, callOf('tell'));

    expect(message).toContain('closed the connection');
    expect(second.text).toMatch(/^pid \d+$/);
    expect(second.text).not.toBe(first.text);
  });

  it('is not reused after an abort, since it may still ask on behalf of the aborted call', async () => {
    const connectors = openConnectors();
    const connector = serverThat(`
      const params = { message: 'Which?', requestedSchema: { type: 'object' } };
      if (message.params?.name === 'ask') say({ id: 'question', method: 'elicitation/create', params });
      if (message.params?.name === 'tell') answer(message, { content: [{ type: 'text', text: 'pid ' + process.pid }] });`);
    const turn = new AbortController();
    const elicit = () => {
      turn.abort(new Error('the turn was cancelled'));
      return new Promise<never>(() => {});
    };
    const first = await connectors.call(connector, callOf('tell'));
    expect(await connectors.call(connector, callOf('tell'))).toEqual(first);

    const cut = connectors.call(connector, callOf('ask', {}, { elicit, signal: turn.signal }));

    await expect(cut).rejects.toThrow('the turn was cancelled');
    expect(await connectors.call(connector, callOf('tell'))).not.toEqual(first);
  });

  it('shows the end of its standard error to the operator, not to the client', async () => {
    const connector = program('console.error("x".repeat(5000) + "no licence"); process.exit(1)');
    const { message, cause } = await failureOf(openConnectors().tools(connector, neverAborted()));

    expect(message).not.toContain('licence');
    expect((cause as Error).message).toMatch(/^Standard error ended with: x{1,2000}no licence\n$/);
  });

  it('that answers a call with anything but a result counts as not speaking MCP', async () => {
    const connector = serverThat('answer(message, { content: 42 })');
    const { message } = await failureOf(openConnectors().call(connector, callOf('tell')));
    expect(message).toContain('does not speak MCP as expected (INVALID_RESULT)');
  });

  it.each([
    [
      'elicitation/create',
      { message: 'Which?', requestedSchema: { type: 'object' } },
      'No tool is running, so no question can be asked.',
    ],
    ['sampling/createMessage', { messages: [], maxTokens: 1 }, 'Method not found'],
    ['roots/list', {}, 'Method not found'],
  ])('may not ask for %s while it lists its tools', async (method, params, refusal) => {
    // The server asks before it answers, and describes its tool with the received answer.
    const connector = serverThat(`
      if (message.method === 'tools/call') answer(message, { content: [] });
      if (message.method === 'tools/list') {
        globalThis.list = message;
        say({ id: 'question', method: '${method}', params: ${JSON.stringify(params)} });
      }
      if (message.id === 'question') {
        const tool = { name: 'told', description: message.error?.message, inputSchema: { type: 'object' } };
        answer(globalThis.list, { tools: [tool] });
      }`);
    const connectors = openConnectors();
    await connectors.call(connector, callOf('tell'));
    const [tool] = await connectors.tools(connector, neverAborted());
    expect(tool?.description).toContain(refusal);
  });

  it('is refused sampling, roots and questions in URL mode during a call, which goes on', async () => {
    const url = { mode: 'url', message: 'Sign in', url: 'https://a.example', elicitationId: '1' };
    const requests = [
      ['sampling/createMessage', { messages: [], maxTokens: 1 }],
      ['roots/list', {}],
      ['elicitation/create', url],
    ];
    const connector = serverThat(`
      const requests = ${JSON.stringify(requests)};
      globalThis.codes ??= [];
      if (message.method === 'tools/call') globalThis.call = message;
      if (message.error) globalThis.codes.push(message.error.code);
      const [method, params] = requests[globalThis.codes.length] ?? [];
      if (message.method !== 'tools/call' && !message.error) return;
      if (method) say({ id: 'q' + globalThis.codes.length, method, params });
      else answer(globalThis.call, { content: [{ type: 'text', text: globalThis.codes.join() }] });`);
    expect((await openConnectors().call(connector, callOf('ask'))).text).toBe('-32601,-32601,-32602');
  });
});

it('ends a program that ignores the end of its session within 2 s', async () => {
  const stubborn = serverThat(`
    if (message.method === 'tools/list') answer(message, { tools: [{ name: 'pid', inputSchema: { type: 'object' } }] });
    if (message.method === 'tools/call') {
      process.on('SIGTERM', () => {});
      setInterval(() => {}, 1000);
      answer(message, { content: [{ type: 'text', text: String(process.pid) }] });
    }`);
  const connectors = openConnectors();
  const { text } = await connectors.call(stubborn, callOf('pid'));
  const begun = performance.now();

  await connectors.close();

  expect(performance.now() - begun).toBeLessThan(2_000);
  expect(() => process.kill(Number(text), 0)).toThrow('ESRCH');
});
