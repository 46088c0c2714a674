import { describe, expect, it } from 'vitest';
import type { StreamEvent } from '../../../generated/types.d.ts';
import { afterDisk } from '../../../src/reference/http/after-disk.ts';
import type { EventSink, HttpRequest, StreamAnswer } from '../../../src/reference/http/exchange.ts';

const delta: StreamEvent = { type: 'message.delta', data: { text: 'a', replace: false } };
const start = (message_id: number) => ({ type: 'message.start', data: { message_id } }) as StreamEvent;

/** A disk that keeps all writes so far when the test says so. */
function scene() {
  const waits: PromiseWithResolvers<void>[] = [];
  let isDirty = false;
  const errors: unknown[] = [];
  const sent: string[] = [];
  const sink: EventSink = {
    send: ({ type }) => void sent.push(type),
    end: () => void sent.push('end'),
    onGone: () => {},
  };
  const disk = {
    reached() {
      if (!isDirty) return undefined;
      waits.push(Promise.withResolvers());
      return waits.at(-1)?.promise;
    },
  };
  return {
    errors,
    sent,
    waits,
    write() {
      isDirty = true;
    },
    async keep() {
      isDirty = false;
      waits.shift()?.resolve();
      await new Promise((resolve) => setImmediate(resolve));
    },
    /** Opens a stream behind the gate. */
    async open(): Promise<EventSink> {
      let opened: EventSink | undefined;
      const answer: StreamAnswer = {
        status: 200,
        open(gated) {
          opened = gated;
        },
      };
      const exchange = afterDisk(
        disk,
        () => answer,
        (error) => errors.push(error),
      );
      ((await exchange({} as HttpRequest)) as StreamAnswer).open(sink);
      return opened as EventSink;
    },
    answer: (body: unknown) =>
      afterDisk(
        disk,
        () => ({ status: 200, body }),
        () => {},
      )({} as HttpRequest),
  };
}

describe('an answer', () => {
  it('leaves at once while nothing was written', () => {
    expect(scene().answer('a')).toEqual({ status: 200, body: 'a' });
  });

  it('leaves once what was written before it has reached the disk', async () => {
    const { answer, write, keep } = scene();
    write();
    const told: unknown[] = [];
    const answered = Promise.resolve(answer('a')).then((each) => told.push(each));
    await new Promise((resolve) => setImmediate(resolve));
    expect(told).toEqual([]);
    await keep();
    await answered;
    expect(told).toEqual([{ status: 200, body: 'a' }]);
  });
});

describe('a stream', () => {
  it('sends deltas at once, and other events with all that follow once the disk has what they tell', async () => {
    const { open, sent, write, keep, waits } = scene();
    const sink = await open();
    write();
    sink.send(delta);
    expect(sent).toEqual(['message.delta']);
    sink.send(start(1));
    sink.send(delta);
    expect(sink.room?.()).toBeInstanceOf(Promise);
    write();
    sink.send(start(2));
    sink.end();
    expect(sent).toEqual(['message.delta']);
    // Something is written while the disk keeps what came before.
    waits[0]?.resolve();
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent).toEqual(['message.delta', 'message.start', 'message.delta']);
    waits.shift();
    await keep();
    expect(sent).toEqual(['message.delta', 'message.start', 'message.delta', 'message.start', 'end']);
    expect(sink.room?.()).toBeUndefined();
  });

  it('ends without the events that the disk did not keep', async () => {
    const { open, sent, write, waits, errors } = scene();
    const sink = await open();
    write();
    sink.send(start(1));
    waits[0]?.reject(new Error('EIO'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent).toEqual(['end']);
    expect(errors).toEqual([new Error('EIO')]);
  });
});
