import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { machineClock } from '../../../src/conformance/drive/run-clock.ts';
import { CHANGES } from '../../../src/conformance/journeys/wire/changes.ts';
import { intercept } from '../../../src/conformance/journeys/wire/wire.ts';

/** The headers of an answer after each change. */
function headersAfter(change: keyof typeof CHANGES, headers: OutgoingHttpHeaders): unknown {
  let written: unknown;
  const response = {
    writeHead(_: number, sent: unknown) {
      written = sent;
    },
    write: () => true,
    end() {},
  } as unknown as ServerResponse;
  intercept(response, CHANGES[change](machineClock));
  response.writeHead(200, headers);
  return written;
}

it('splits a stream whose server writes the names of headers in another case', () => {
  expect(headersAfter('split', { 'Content-Type': 'text/event-stream', VARY: 'Accept' })).toEqual({
    'Content-Type': 'Text/Event-Stream;Charset="UTF-8"',
    VARY: 'Accept',
  });
});

it.each(['split', 'strange', 'unused'] as const)('%s takes the length off, whatever its case', (change) => {
  const headers = { 'CONTENT-length': 5, 'content-type': 'application/json' };
  expect(headersAfter(change, headers)).toEqual({ 'content-type': 'application/json' });
});
