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

describe('an extra route', () => {
  it('is served like the operations', async () => {
    const url = await serve({ extraRoutes: [page, echo] });
    expect(await (await fetch(url)).json()).toEqual({ name: 'a server' });
    const response = await fetch(`${url}/_reference/application/turns`, {
      method: 'POST',
      headers: { 'idempotency-key': 'k' },
      body: 'anything',
    });
    expect(await response.json()).toEqual({ kind: 'application', key: 'k', body: 'anything', hasId: true });
  });

  it('answers another method with the allowed ones', async () => {
    const response = await fetch(await serve({ extraRoutes: [page] }), { method: 'DELETE' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET');
  });

  it('is unknown unless it was configured', async () => {
    expect((await fetch(await serve())).status).toBe(404);
  });
});
