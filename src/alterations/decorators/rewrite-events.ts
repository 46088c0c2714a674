import type { StreamEvent } from '../../../generated/types.d.ts';
import { mapAnswer } from '../../reference/exchange-scope.ts';
import type { EventSink, HttpRequest, StreamAnswer } from '../../reference/http/exchange.ts';
import type { Wrap } from '../alteration.ts';
import { copyJson } from './copy-json.ts';
import type { Body } from './requests.ts';

/** The events that end a stream and show the turn. */
export const TURN_ENDS = ['message.completed', 'message.cancelled'] as const;

/** The events that end a stream. */
export const TERMINALS = [...TURN_ENDS, 'message.error'] as const;

/**
 * Changes the events of streams.
 *
 * @param make called once per stream; returns a function that maps each event to the events to send instead
 */
export function rewriteEvents(
  make: (request: HttpRequest) => (event: StreamEvent, sink: EventSink) => readonly Body[],
): Wrap {
  return mapEvents((request) => {
    const change = make(request);
    return (event, sink) => change(copyJson(event), sink);
  });
}

/** The same, for a function that does not modify the event it receives. */
export function mapEvents(
  make: (request: HttpRequest) => (event: StreamEvent, sink: EventSink) => readonly Body[],
): Wrap {
  return (exchange) => (request) =>
    mapAnswer(exchange(request), (answer) => ('open' in answer ? wrap(answer, request) : answer));

  function wrap(answer: StreamAnswer, request: HttpRequest): StreamAnswer {
    const change = make(request);
    return {
      ...answer,
      open(sink) {
        answer.open({
          send(event) {
            for (const changed of change(event, sink)) sink.send(changed);
          },
          end: () => sink.end(),
          room: () => sink.room?.(),
          onGone: (callback) => sink.onGone(callback),
        });
      },
    };
  }
}

type Types = StreamEvent['type'] | readonly StreamEvent['type'][];

/** Replaces each event of the given types. */
export function replaceEvents(types: Types, change: (event: Body) => readonly Body[]): Wrap {
  return mapEvents(() => (event) => (isOf(types, event) ? change(copyJson(event)) : [event]));
}

/** Changes the data of events of the given types. */
export function changeData(types: Types, change: (data: Body) => Body): Wrap {
  return replaceEvents(types, (event) => [{ ...event, data: change(event.data) }]);
}

/** Observes the events of streams without changing them. */
export function noteEvents(make: (request: HttpRequest) => (event: StreamEvent) => void): Wrap {
  return mapEvents((request) => {
    const note = make(request);
    return (event) => {
      note(event);
      return [event];
    };
  });
}

/** Whether an event has one of the given types. */
export function isOf(types: Types, { type }: { readonly type: string }): boolean {
  return typeof types === 'string' ? types === type : types.some((each) => each === type);
}
