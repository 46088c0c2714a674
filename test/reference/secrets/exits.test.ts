import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { defaultSeedValue } from '../../../generated/default-seed.js';
import { VirtualClock } from '../../../scripts/simulation/virtual-clock.ts';
import { assemble } from '../../../src/reference/start.ts';
import { serve } from '../connectors/fetch-server.ts';
import { withSessions } from '../connectors/with-sessions.ts';
import { TestClient } from '../harness/client.ts';
import { LogLines } from '../http/serving.ts';
import { chunk, openStream, startPreparedServer, writeEvent } from '../models/prepared-server.ts';

const MODEL = 40;
const CONNECTOR = 30;

/** What the other programs repeat in the next turn. */
interface Saying {
  readonly text: string;
  /** Where the provider splits the text. */
  readonly splits: readonly number[];
}

/** As a header can hold it. */
const key = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 8,
  maxLength: 40,
});

const cases = fc.record({ KEY: key, TOKEN: key, HEADER: key }).chain((environment) => {
  const secret = fc.constantFrom(...Object.values(environment));
  const text = fc
    .array(fc.oneof(secret, fc.string()), { minLength: 1, maxLength: 8 })
    .map((pieces) => pieces.join('').toWellFormed());
  const splits = fc.array(fc.nat(200), { maxLength: 10 });
  return fc.record({ environment: fc.constant(environment), text, splits: fc.tuple(splits, splits) });
});

function split({ text, splits }: Saying): string[] {
  const ends = [...splits.filter((at) => at < text.length), text.length].sort((one, other) => one - other);
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
}

/** Starts a provider that thinks, calls a tool, answers, and repeats its text in each of them. */
function startProvider(saying: () => Saying) {
  return startPreparedServer((response, { body }) => {
    const { text } = saying();
    const isFirst = !JSON.stringify(body.messages).includes('"role":"tool"');
    const call = {
      index: 0,
      id: `call ${text}`.slice(0, 200),
      function: { name: 'ask', arguments: JSON.stringify({ [text]: [text] }) },
    };
    openStream(response);
    const pieces = split(saying());
    if (isFirst) for (const piece of pieces) response.write(writeEvent(chunk({ reasoning_content: piece })));
    for (const piece of pieces) response.write(writeEvent(chunk({ content: piece })));
    const last = isFirst ? chunk({ tool_calls: [call] }, 'tool_calls') : chunk({}, 'stop');
    const usage = { prompt_tokens: 1, completion_tokens: 1 };
    response.end([{ ...last, model: `model ${text}`, usage }, '[DONE]'].map(writeEvent).join(''));
  });
}

/** Starts a connector that asks a question, and repeats its text in the question and in the result. */
function startConnector(saying: () => Saying) {
  const open = () => {
    const server = new McpServer({ name: 'desk', version: '1' });
    const inputSchema = fromJsonSchema({ type: 'object' });
    server.registerTool('ask', { inputSchema }, async (_, { mcpReq }) => {
      const { text } = saying();
      const property = { type: 'string' as const, title: text };
      const requestedSchema = { type: 'object' as const, properties: { who: property } };
      await mcpReq.elicitInput({ message: text, requestedSchema });
      return { content: [{ type: 'text' as const, text }] };
    });
    return server;
  };
  return serve(withSessions(open).handle);
}

it('no exit has a secret, and the text does not depend on how a provider splits it', {
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const environment: NodeJS.ProcessEnv = {};
  let saying: Saying = { text: '', splits: [] };
  const provider = await startProvider(() => saying);
  const desk = await startConnector(() => saying);
  const log = new LogLines();
  const server = await assemble({
    clock: new VirtualClock(),
    data: join(folder, 'state.db'),
    log: 'json',
    logTo: log,
    environment,
    seed: JSON.stringify({
      ...defaultSeedValue,
      models: [
        ...defaultSeedValue.models,
        {
          id: MODEL,
          company: 1,
          name: 'Other',
          code: 'other',
          providers: [
            { kind: 'openai-compatible', name: 'first', url: provider.url, model: 'm', key_from: 'KEY' },
          ],
        },
      ],
      connectors: [
        ...(defaultSeedValue.connectors ?? []),
        {
          id: CONNECTOR,
          company: 1,
          name: 'desk',
          display_name: 'Desk',
          transport: {
            kind: 'http',
            url: desk.url,
            token_from: 'TOKEN',
            headers_from: { 'X-Key': 'HEADER' },
          },
        },
      ],
    }),
  });
  onTestFinished(() => server.close());
  const main = new TestClient(server.url, 'harbor-main');

  /** Runs a turn with every kind of event. @returns everything that left the server, and the text of the answer */
  async function run() {
    const turn = { content: 'Hello', model_id: MODEL, attachments: { mcp_server_ids: [CONNECTOR] } };
    const stream = await main.stream(turn);
    const approval = await stream.until('message.action_required');
    const decisions = approval.payload.tools.map(({ tool_use_id }: { tool_use_id: string }) => ({
      tool_use_id,
      approved: true,
    }));
    const { action_id } = approval;
    const approved = await main.act(stream.chatId, 'approve-tool', { action_id, decisions });
    expect(approved.status).toBe(200);
    const question = await stream.until('message.action_required');
    await main.act(stream.chatId, 'respond-elicitation', {
      action_id: question.action_id,
      action: 'decline',
    });
    const end = await stream.rest();
    expect(end.type).toBe('message.completed');
    const streamed = stream.events
      .filter(({ type }) => type === 'message.delta')
      .reduce((text, { data }) => (data.replace ? '' : text) + data.text, '');
    expect(streamed).toBe(end.data.content);
    const replay = await main.stream(turn, stream.repeat);
    await replay.rest();
    const exits = [stream.events, await main.history(stream.chatId), replay.events, log.all];
    return { exits: [...exits.flatMap(stringsIn), ...stored(folder)], content: end.data.content as string };
  }

  await fc.assert(
    fc.asyncProperty(cases, async ({ environment: secrets, text, splits }) => {
      Object.assign(environment, secrets);
      saying = { text, splits: splits[0] };
      const first = await run();
      saying = { text, splits: splits[1] };
      const second = await run();

      expect(second.content).toBe(first.content);
      for (const secret of Object.values(secrets).flatMap((one) => [one, JSON.stringify(one).slice(1, -1)])) {
        for (const exit of [...first.exits, ...second.exits]) expect(exit).not.toContain(secret);
      }
    }),
    { numRuns: 8 },
  );
});

/** Every string in a value, including names of members. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return [...Object.keys(value), ...Object.values(value).flatMap(stringsIn)];
}

/** The bytes of the state, as far as they are in files. */
function stored(folder: string): string[] {
  return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
}
