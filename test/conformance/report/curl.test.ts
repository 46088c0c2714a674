import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { renderCurl } from '../../../src/conformance/report/curl.ts';

/** The arguments that a shell passes to curl. */
function argumentsOf(command: string): string[] {
  const script = `curl() { for argument in "$@"; do printf '%s\\0' "$argument"; done; }\n${command}`;
  const env = { CONVERSATION_API_TOKEN: 'the-token', PATH: '' };
  return execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8', env }).split('\0').slice(0, -1);
}

const text = fc.string({ unit: fc.constantFrom(...'ab \'"$`\\!*?[]{}()<>|&;#~\n@%=é'), maxLength: 30 });

it('reaches curl unchanged through a shell, with any characters in the request', () => {
  fc.assert(
    fc.property(text, text, text, (path, value, content) => {
      const body = Buffer.from(JSON.stringify({ content }));
      const headers = { authorization: 'Bearer ****', 'content-type': 'a/b', 'x-a': `v${value}` };
      const command = renderCurl({ method: 'POST', path: `/${path}`, headers, body }, 'http://localhost');
      expect(argumentsOf(command)).toEqual([
        ...['-gsSN', '-X', 'POST', `http://localhost/${path}`],
        ...['-H', 'authorization: Bearer the-token', '-H', 'content-type: a/b', '-H', `x-a: v${value}`],
        ...['--data-raw', body.toString()],
      ]);
    }),
    { numRuns: 30 },
  );
});

it('sends an empty header, and no content type when the request had none', () => {
  const request = { method: 'POST', path: '/', headers: { 'idempotency-key': '' }, body: Buffer.from('{}') };
  expect(argumentsOf(renderCurl(request, 'http://localhost')).slice(4)).toEqual([
    ...['-H', 'idempotency-key;', '-H', 'content-type:', '--data-raw', '{}'],
  ]);
});

it('refers to a file instead of a body that is too long for a shell', () => {
  const request = { method: 'POST', path: '/', headers: {}, body: Buffer.alloc(100_000, 'a') };
  expect(argumentsOf(renderCurl(request, 'http://localhost')).slice(-2)).toEqual([
    '--data-binary',
    '@body.json',
  ]);
});
