import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CannotListenError, listen } from '../../src/loopback/listen.ts';

describe('a server', () => {
  it.each([
    ['127.0.0.1', /^http:\/\/127\.0\.0\.1:\d+$/, /^127\.0\.0\.1:\d+$/],
    ['[::1]', /^http:\/\/\[::1\]:\d+$/, /^\[::1\]:\d+$/],
    ['0.0.0.0', /^http:\/\/127\.0\.0\.1:\d+$/, /^0\.0\.0\.0:\d+$/],
    ['::', /^http:\/\/\[::1\]:\d+$/, /^\[::\]:\d+$/],
  ])('listening on %s has a URL that clients on this machine can use', async (host, url, address) => {
    const server = createServer();
    onTestFinished(() => void server.close());
    expect(await listen(server, host, 0)).toEqual({
      url: expect.stringMatching(url),
      address: expect.stringMatching(address),
    });
  });

  it.each([
    ['EACCES', 'choose one above 1023'],
    ['EADDRNOTAVAIL', 'choose one that it has'],
    ['ENOTFOUND', 'choose an address'],
    ['EOTHER', 'something else; choose another address'],
  ])('says what to do after %s', (code, mend) => {
    const error = new CannotListenError('a:1', Object.assign(new Error('something else'), { code }));
    expect(error.message).toMatch(/^cannot listen on a:1: /);
    expect(error.message).toContain(mend);
  });
});
