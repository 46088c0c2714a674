import { expect, it, onTestFinished } from 'vitest';
import { defaultSeedValue } from '../../generated/default-seed.js';
import { assemble } from '../../src/reference/start.ts';
import { LogLines } from './http/serving.ts';
import { chunk, startPreparedServer, streamOf } from './models/prepared-server.ts';

const connector = { company: 1, display_name: 'Desk' };

it('a server that is asked to check its models says which of them and of its connectors answer', async () => {
  const log = new LogLines();
  const { url } = await startPreparedServer(streamOf(chunk({ content: 'Yes.' }, 'stop')));
  const provider = { kind: 'openai-compatible', model: 'small' };
  const model = { company: 1, name: 'Other', type: 'completion' };
  const server = await assemble({
    log: 'json',
    logTo: log,
    checkModels: true,
    seed: JSON.stringify({
      ...defaultSeedValue,
      models: [
        ...defaultSeedValue.models,
        {
          ...model,
          id: 40,
          code: 'other',
          providers: [
            { ...provider, name: 'down', url: 'http://127.0.0.1:2/v1' },
            { ...provider, name: 'up', url },
          ],
        },
        { ...model, id: 41, code: 'off', enabled: false, providers: [{ ...provider, name: 'unasked', url }] },
      ],
      credentials: [defaultSeedValue.credentials[0]],
      connectors: [
        { ...connector, id: 30, name: 'here', transport: { kind: 'in-process' } },
        {
          ...connector,
          id: 31,
          name: 'later',
          transport: { kind: 'unconnected', tools: [{ name: 'look', description: 'Looks.' }] },
        },
        {
          ...connector,
          id: 32,
          name: 'gone',
          transport: { kind: 'stdio', command: process.execPath, args: ['-e', 'process.exit(1)'] },
        },
      ],
    }),
  });
  onTestFinished(() => server.close());
  const checked = () => log.all.filter(({ msg }) => msg === 'answers' || msg === 'does not answer');
  await expect.poll(checked).toHaveLength(4);
  const said = checked().map(({ msg, model: code, provider: name, connector: desk }) =>
    [desk ?? `${code}/${name}`, msg].join(' '),
  );
  expect(said.toSorted()).toEqual([
    'gone does not answer',
    'here answers',
    'other/down does not answer',
    'other/up answers',
  ]);
  for (const { msg, causes } of checked()) expect(Array.isArray(causes)).toBe(msg === 'does not answer');
});

it('a server that stops while a model is asked logs nothing about it', async () => {
  const log = new LogLines();
  const { url } = await startPreparedServer(() => {});
  const server = await assemble({
    log: 'json',
    logTo: log,
    checkModels: true,
    seed: JSON.stringify({
      ...defaultSeedValue,
      connectors: [],
      agents: [],
      credentials: [defaultSeedValue.credentials[0]],
      models: defaultSeedValue.models.map((model) => ({
        ...model,
        providers: [{ kind: 'openai-compatible', name: 'slow', model: 'small', url }],
      })),
    }),
  });
  await server.close();
  expect(log.all.filter(({ msg }) => String(msg).includes('answer'))).toEqual([]);
});
