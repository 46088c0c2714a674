import fc from 'fast-check';
import { expect, it } from 'vitest';
import { collect, foldDeltas, inShort } from '../harness/collect.ts';
import { forbidUnhandledRejections } from '../harness/rejections.ts';
import { inProgress, type Reply, scriptService } from '../harness/service.ts';
import { bytesOf, CHAT, cancelled, completed, delta, ping, start, step, stream } from '../harness/wire.ts';

forbidUnhandledRejections();

/** A turn with its outcome as bytes, and the possible forms of its replay. */
const turns = fc
  .record({
    events: fc.array(
      fc.oneof(
        {
          weight: 4,
          arbitrary: fc.record({ text: fc.string({ unit: 'binary', maxLength: 8 }), replace: fc.boolean() }),
        },
        fc.constantFrom(step, ping, ': a comment\n\n', 'event: of.tomorrow\ndata: {}\n\n'),
      ),
      { maxLength: 8 },
    ),
    isCancelled: fc.boolean(),
    lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  })
  .map(({ events, isCancelled, lineEnd }) => {
    const content = events.reduce(
      (text, event) => (typeof event === 'string' ? text : event.replace ? event.text : text + event.text),
      '',
    );
    const frames = events.map((event) =>
      typeof event === 'string' ? event : delta(event.text, event.replace),
    );
    const end = isCancelled ? cancelled(content) : completed(content);
    const write = (...parts: readonly string[]) => bytesOf(parts.join('').replaceAll('\n', lineEnd));
    return {
      content,
      whole: write(start, ...frames, end),
      replays: [
        write(start, ...frames, end),
        write(start, end),
        write(end),
        write(start, delta(content), end),
      ],
    };
  });

const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 });

/** Splits the bytes at these fractions of their length. */
function split(bytes: Uint8Array, at: readonly number[]): Uint8Array[] {
  const places = [
    0,
    ...at.map((part) => Math.floor(part * bytes.length)).sort((a, b) => a - b),
    bytes.length,
  ];
  return places.slice(1).map((to, index) => bytes.slice(places[index], to));
}

async function read(replies: readonly Reply[]) {
  const service = scriptService(replies);
  const turn = service.client.turns.stream(CHAT, { content: '?' });
  return { ...(await collect(service, turn)), turn };
}

it('a turn yields the same events however its bytes are split', async () => {
  await fc.assert(
    fc.asyncProperty(turns, cuts, async ({ whole }, at) => {
      const uncut = await read([stream([whole])]);
      const { events, failure } = await read([stream(split(whole, at))]);
      expect([events, failure]).toEqual([uncut.events, undefined]);
    }),
    { numRuns: 200 },
  );
});

it('a turn has one outcome, the right one, however often and wherever its connection is lost', async () => {
  const losses = fc.array(
    fc.record({
      part: fc.double({ min: 0, max: 0.99, noNaN: true }),
      how: fc.constantFrom('ends' as const, 'breaks' as const),
      waits: fc.nat({ max: 2 }),
      form: fc.nat({ max: 3 }),
    }),
    { maxLength: 3 },
  );
  await fc.assert(
    fc.asyncProperty(
      turns,
      losses,
      fc.nat({ max: 3 }),
      cuts,
      async ({ content, whole, replays }, lost, form, at) => {
        const replies = lost.flatMap(({ part, how, waits, form: which }, index) => {
          const bytes = (index === 0 ? whole : replays[which]) as Uint8Array;
          // Without the final line ends, the terminal event has not arrived.
          const most = Math.max(bytes.length - 4, 0);
          return [
            stream([bytes.slice(0, Math.floor(part * most))], how),
            ...Array<Reply>(waits).fill(inProgress),
          ];
        });
        const last = (lost.length > 0 ? replays[form] : whole) as Uint8Array;
        const { events, failure, turn } = await read([...replies, stream(split(last, at))]);

        expect(failure).toBeUndefined();
        const short = inShort(events);
        expect(short.filter((each) => each === 'completed' || each === 'cancelled')).toEqual(short.slice(-1));
        expect(short.filter((each) => each === 'start').length).toBeLessThan(2);
        expect(await turn.text()).toBe(content);
        expect(turn.content).toBe(content);
        expect(foldDeltas(events)).toBe(content);
      },
    ),
    { numRuns: 400 },
  );
});
