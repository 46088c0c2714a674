import { describe, expect, it } from 'vitest';
import { openStream, serve } from './serving.ts';

const ORIGIN = 'https://app.example';
const allowed = (response: Response) => response.headers.get('access-control-allow-origin');

describe('pages of another origin', () => {
  it('may send a preflight', async () => {
    const url = await serve({ corsOrigin: ORIGIN });
    const response = await fetch(`${url}/api/v1/chats/1`, {
      method: 'OPTIONS',
      headers: { origin: ORIGIN, 'access-control-request-method': 'PATCH' },
    });
    expect(response.status).toBe(204);
    expect(allowed(response)).toBe(ORIGIN);
    expect(response.headers.get('access-control-allow-methods')).toBe('GET, POST, PATCH, DELETE');
    expect(response.headers.get('access-control-allow-headers')).toBe(
      'authorization, idempotency-key, content-type',
    );
  });

  it('get an empty answer to OPTIONS without a method', async () => {
    const url = await serve({ corsOrigin: ORIGIN });
    const response = await fetch(`${url}/api/v1/chats`, { method: 'OPTIONS' });
    expect({ status: response.status, body: await response.text() }).toEqual({ status: 204, body: '' });
  });

  it.each([
    ['GET', '/api/v1/chats', 200, ''],
    ['GET', '/nope', 404, ''],
    ['PUT', '/api/v1/chats', 405, ''],
    ['GET', '/api/v1/chats/%00', 400, ''],
    ['POST', '/api/v1/chats', 413, ' '.repeat(2_000_000)],
  ])('may read the answer to %s %s', async (method, path, status, body) => {
    const url = await serve({ corsOrigin: ORIGIN });
    const response = await fetch(url + path, { method, headers: { origin: ORIGIN }, ...(body && { body }) });
    expect(response.status).toBe(status);
    expect(allowed(response)).toBe(ORIGIN);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('connection')).toBe('keep-alive');
  });

  it('may read a stream', async () => {
    const url = await serve({
      corsOrigin: '*',
      exchange: () => ({ status: 200, open: (sink) => sink.end() }),
    });
    expect(allowed(await openStream(url))).toBe('*');
  });

  it.each(['https://one.example', 'https://two.example'])('may be of several origins: %s', async (origin) => {
    const url = await serve({ corsOrigin: ['https://one.example', 'https://two.example'] });
    const response = await fetch(`${url}/api/v1/chats`, { headers: { origin } });
    expect(allowed(response)).toBe(origin);
    const foreign = await fetch(`${url}/api/v1/chats`, { headers: { origin: ORIGIN } });
    expect(allowed(foreign)).not.toBe(ORIGIN);
  });

  it('are refused unless an origin is configured', async () => {
    const url = await serve();
    const response = await fetch(`${url}/api/v1/chats`, { method: 'OPTIONS', headers: { origin: ORIGIN } });
    expect(response.status).toBe(405);
    expect(allowed(response)).toBeNull();
  });
});
