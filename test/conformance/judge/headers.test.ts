import { describe, expect, it } from 'vitest';
import { isEventStream, lowerCased, mediaTypeOf } from '../../../src/conformance/judge/headers.ts';

describe('an event stream', () => {
  it.each([
    ['text/event-stream', true],
    ['Text/Event-Stream; charset=utf-8', true],
    [' text/event-stream ;charset=utf-8', true],
    ['text/event-streams', false],
    ['application/json; of="text/event-stream"', false],
    ['', false],
    ['text/event-stream, text/event-stream', true],
    ['text/event-stream, text/event-stream; a=","; b="\\",', true],
    ['application/json, text/event-stream', true],
    ['text/event-stream, application/json', false],
    [',', false],
  ])('has the media type %j: %s', (type, isStream) => {
    expect(isEventStream({ 'content-type': type })).toBe(isStream);
    expect(isEventStream(lowerCased({ 'Content-Type': type }))).toBe(isStream);
  });

  it('joins headers of the same name, as a recorder does', () => {
    expect(lowerCased({ 'Content-Type': 'a/b', 'content-type': 'c/d' })).toEqual({
      'content-type': 'a/b, c/d',
    });
  });

  it('is no answer without a head or without a media type', () => {
    expect([isEventStream(undefined), isEventStream({})]).toEqual([false, false]);
    expect(mediaTypeOf({ 'content-type': 'Application/JSON;charset=utf-8' })).toBe('application/json');
  });
});
