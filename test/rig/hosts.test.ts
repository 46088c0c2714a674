import { describe, expect, it } from 'vitest';
import type { RigOptions } from '../../src/rig/rig.ts';
import { sendBytes } from '../reference/http/serving.ts';
import { openRig } from './calling.ts';

/** @returns the status of a request with this target and this Host */
async function statusOf(options: RigOptions, host: string, target = '/v1/models', method = 'GET') {
  const { url } = await openRig(options);
  const body = method === 'POST' ? 'Content-Length: 2\r\n\r\n{}' : '\r\n';
  const { status } = await sendBytes(
    url,
    `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${body}`,
  );
  return status;
}

describe('a rig on a loopback address', () => {
  it.each(['localhost', '127.0.0.1:4020', '[::1]:4020'])('answers a request for %s', async (host) => {
    expect(await statusOf({}, host)).toBe(200);
  });

  it.each([
    ['GET', '/v1/models'],
    ['GET', '/fallback/v1/models'],
    ['POST', '/v1/chat/completions'],
    ['GET', '/mcp'],
    ['POST', '/mcp'],
    ['GET', '/nowhere'],
  ])('refuses %s %s for another host', async (method, target) => {
    expect(await statusOf({}, 'rebound.example', target, method)).toBe(421);
  });

  it('refuses a request whose URL names another host', async () => {
    expect(await statusOf({}, 'localhost', 'http://rebound.example/v1/models')).toBe(421);
  });

  it('answers a request for an allowed name', async () => {
    const options = { allowedHosts: ['host.docker.internal'] };
    expect(await statusOf(options, 'host.docker.internal:4020')).toBe(200);
    expect(await statusOf(options, 'rebound.example')).toBe(421);
  });
});

it('a rig on an address that other machines reach accepts every name, since it cannot know its own', async () => {
  expect(await statusOf({ host: '0.0.0.0', insecure: true }, 'anything.example')).toBe(200);
});
