import { expect } from 'vitest';
import type { ActionRequired } from '../../../generated/types.d.ts';
import type { Act } from '../../../src/rig/script/act.ts';
import type { TestStream } from '../harness/client.ts';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';
import { APPROVAL, ASKINGS, type Asking, asking, decide } from './askings.ts';

const server = useServer();

/** Says the result of the question, then keeps the turn running until it is cancelled. */
const STAY: readonly Act[] = [{ echo: 'results' }, { say: ' I am still here.' }, { hang: true }];

states('S3.2-06', 'an answer within 110 seconds is accepted', async () => {
  for (const each of ASKINGS) {
    const { stream, asked } = await ask(each);
    await server.clock.advance(109_000);

    expect((await answer(stream, each, asked)).status, each.kind).toBe(200);
    await stream.rest();
  }
});

states(
  'S3.2-11 S3.2-12',
  'after 110 seconds an interaction is no longer found, and its turn ends',
  async () => {
    for (const each of ASKINGS) {
      const { stream, asked } = await ask(each);
      await server.clock.advance(111_000);
      const late = await answer(stream, each, asked);

      expect(late.status, each.kind).toBe(404);
      expect(late.body.message_code).toBe('api_v1_action_not_found');
      expect((await stream.rest()).type).toMatch(/^message\.(completed|cancelled|error)$/);
    }
  },
);

states(
  'S3.2-11 S3.2-12',
  'an interaction expires while its turn runs, and a late answer has no effect',
  async () => {
    const { stream, asked } = await ask(APPROVAL, STAY);
    await server.clock.advance(111_000);
    await stream.until('message.delta');
    const late = await answer(stream, APPROVAL, asked);

    expect(late.body.message_code).toBe('api_v1_action_not_found');
    expect((await cancel(stream)).data.content).not.toContain('is closed');
  },
);

states('S3.2-11', 'each interaction has 110 seconds of its own', async () => {
  const first = await ask(APPROVAL);
  await server.clock.advance(60_000);
  const second = await ask(APPROVAL);
  await server.clock.advance(60_000);

  expect((await answer(first.stream, APPROVAL, first.asked)).status).toBe(404);
  expect((await answer(second.stream, APPROVAL, second.asked)).status).toBe(200);
  await first.stream.rest();
  await second.stream.rest();
});

states('S3.2-13', 'a second answer is refused, since nothing is pending', async () => {
  for (const each of ASKINGS) {
    const { stream, asked } = await ask(each, STAY);
    await answer(stream, each, asked);
    const again = await answer(stream, each, asked);

    expect(again.status, each.kind).toBe(409);
    expect(again.body.message_code).toBe('api_v1_action_not_pending');
    await cancel(stream);
  }
});

states('S3.2-14', 'the first answer counts, whatever a second one says', async () => {
  const { stream, asked } = await ask(APPROVAL, STAY);
  await server.as('main').act(stream.chatId, 'approve-tool', decide(asked, false));
  const again = await server.as('main').act(stream.chatId, 'approve-tool', decide(asked, true));
  await stream.until('message.delta');
  const third = await answer(stream, APPROVAL, asked);

  expect([again.status, third.status]).toEqual([409, 409]);
  expect((await cancel(stream)).data.content).not.toContain('is closed');
});

states('S3.2-02', 'the answer counts even if no client reads the stream any more', async () => {
  const { stream, asked } = await ask(APPROVAL);
  stream.disconnect();
  const answered = await answer(stream, APPROVAL, asked);
  const turn = await readEnded(stream.chatId);

  expect(answered.status).toBe(200);
  expect(turn.content).toContain('Ticket 4410 is closed.');
});

async function ask(each: Asking, then?: readonly Act[]) {
  const stream = await server.as('main').stream(asking(each, then));
  return { stream, asked: await stream.until('message.action_required') };
}

function answer({ chatId }: TestStream, each: Asking, asked: ActionRequired) {
  return server.as('main').act(chatId, each.endpoint, each.answer(asked));
}

/** Cancels a turn that keeps running. @returns its terminal event */
async function cancel(stream: TestStream) {
  await server.as('main').act(stream.chatId, 'cancel', {});
  return stream.rest();
}

/** Waits by polling until the turn of a chat has ended. @returns the turn */
async function readEnded(chatId: string) {
  for (;;) {
    const [turn] = await server.as('main').history(chatId);
    if (turn.status !== 'pending') return turn;
  }
}
