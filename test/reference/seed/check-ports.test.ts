import { expect, it } from 'vitest';
import { checkPorts } from '../../../src/reference/seed/check-ports.ts';
import { problemsOf, smallSeed } from './small-seed.ts';

/** Connects nowhere. fetch refuses a port before it asks for a connection. */
const dispatcher = {
  dispatch(_: unknown, handler: { onError?(error: Error): void; onResponseError?: undefined }) {
    handler.onError?.(new Error('not refused'));
    return false;
  },
};

async function isRefused(port: number): Promise<boolean> {
  const init = { dispatcher } as unknown as RequestInit;
  const error = await fetch(`http://127.0.0.1:${port}`, init).catch((reason: Error) => reason);
  return error instanceof Error && error.cause instanceof Error && error.cause.message === 'bad port';
}

const providerAt = (url: string) => ({ kind: 'openai-compatible' as const, name: 'local', url, model: 'm' });
const modelOf = (...providers: readonly ReturnType<typeof providerAt>[]) => ({
  id: 3,
  company: 1,
  name: 'Kestrel',
  code: 'kestrel',
  providers: [...providers],
});

it('refuses URLs of providers and connectors with a port that fetch refuses', () => {
  const url = 'http://127.0.0.1:6667/v1';
  const seed = smallSeed({
    companies: [{ id: 1, name: 'Harbor Books', default_model: 3 }],
    users: [{ id: 300, company: 1, name: 'Nora Lind' }],
    models: [modelOf(providerAt(url))],
    connectors: [{ id: 7, company: 1, name: 'desk', display_name: 'Desk', transport: { kind: 'http', url } }],
  });
  const why = 'has the port 6667, which fetch refuses; serve it on another port';
  expect(problemsOf(seed).map((line) => line.replace(/^seed\.yaml:\d+: /, ''))).toEqual([
    `models[0].providers[0].url ${why}`,
    `connectors[0].transport.url ${why}`,
  ]);
});

it('refuses exactly the ports that fetch refuses', async () => {
  // The highest refused port is 10080.
  const ports = Array.from({ length: 10_100 }, (_, index) => index + 1);
  const refused: number[] = [];
  for (const port of ports) if (await isRefused(port)) refused.push(port);
  const providers = ports.map((port) => providerAt(`https://models.example:${port}/v1`));
  const seed = {
    seed: 1 as const,
    companies: [],
    users: [],
    credentials: [],
    models: [modelOf(...providers)],
  };
  const found = checkPorts(seed).map(({ pointer }) => Number(pointer.split('/').at(-2)) + 1);
  expect(found).toEqual(refused);
  expect(found.length).toBeGreaterThan(50);
});
