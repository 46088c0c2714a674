import { describe, expect, it } from 'vitest';
import type { ExtraRoute } from '../../../src/reference/http/routes.ts';
import { serve } from './serving.ts';

const page: ExtraRoute = {
  method: 'GET',
  url: '/',
  handle: () => ({ status: 200, body: { name: 'a server' } }),
};
const echo: ExtraRoute = {
  method: 'POST',
  url: '/_reference/{kind}/turns',
  handle: async ({ path, header, body, requestId }) => ({
    status: 200,
    body: {
      kind: path.kind,
      key: header('idempotency-key'),
      body: body?.toString(),
      hasId: requestId.length === 36,
    },
  }),
};

describe('a route beside the contract', () => {
  it('is served as the operations are', async () => {
    const url = await serve({ extraRoutes: [page, echo] });
    expect(await (await fetch(url)).json()).toEqual({ name: 'a server' });
    const response = await fetch(`${url}/_reference/application/turns`, {
      method: 'POST',
      headers: { 'idempotency-key': 'k' },
      body: 'anything',
    });
    expect(await response.json()).toEqual({ kind: 'application', key: 'k', body: 'anything', hasId: true });
  });

  it('is refused with what it takes when the method is another', async () => {
    const response = await fetch(await serve({ extraRoutes: [page] }), { method: 'DELETE' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET');
  });

  it('is unknown where it was not given', async () => {
    expect((await fetch(await serve())).status).toBe(404);
  });
});
