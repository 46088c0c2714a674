import { describe, expect, it } from 'vitest';
import { isOfService } from '../../../src/conformance/judge/service-answer.ts';

const json = { 'content-type': 'application/json' };

describe('an answer', () => {
  it.each([
    ['a success in JSON', 200, json, {}],
    ['a success whose JSON is broken', 200, json, undefined],
    ['a success in JSON of another name', 200, { 'content-type': 'application/problem+json' }, undefined],
    ['a success in JSON without a media type', 200, {}, []],
    ['a stream', 200, { 'content-type': 'text/event-stream; charset=utf-8' }, undefined],
    ['a failure with a code', 404, json, { message_code: 'api_v1_not_found' }],
    ['a failure with a code of its own (A-20)', 503, json, { message_code: 'maintenance' }],
    ['a failure whose code has a wrong type', 404, json, { message_code: 7 }],
    ['a failure in an envelope without a code', 404, json, { status: 'error', meta: { request_id: 'x' } }],
  ])('is of the service if it is %s', (_, status, headers, body) => {
    expect(isOfService({ status, headers, body })).toBe(true);
  });

  it.each([
    ['a page', 200, { 'content-type': 'text/html' }, undefined],
    ['nothing', 200, {}, undefined],
    ['a redirect', 302, json, { message_code: 'api_v1_ok' }],
    ['a page of a gateway', 502, { 'content-type': 'text/html' }, undefined],
    ['JSON of a gateway', 404, json, { message: 'no Route matched with those values' }],
    ['a refusal of the host, in any form', 421, json, { message_code: 'api_v1_misdirected_request' }],
    ['a list', 404, json, [{ message_code: 'api_v1_not_found' }]],
  ])('is not if it is %s', (_, status, headers, body) => {
    expect(isOfService({ status, headers, body })).toBe(false);
  });
});
