import { describe, expect, it } from 'vitest';
import { isLoopback } from '../../src/loopback/index.ts';

describe('a host that only this machine can reach', () => {
  it.each([
    'localhost',
    'LocalHost',
    '127.0.0.1',
    '127.8.9.10',
    '::1',
    '[::1]',
    '0:0:0:0:0:0:0:1',
    '::ffff:127.0.0.1',
    '[::FFFF:127.0.0.1]',
  ])('is %s', (host) => {
    expect(isLoopback(host)).toBe(true);
  });

  it.each([
    '0.0.0.0',
    '::',
    '[::]',
    '128.0.0.1',
    '::2',
    '::ffff:128.0.0.1',
    '127.0.0.1.example',
    '127.example',
    'localhost.example',
    'mylocalhost',
    '',
  ])('is not %j', (host) => {
    expect(isLoopback(host)).toBe(false);
  });
});
