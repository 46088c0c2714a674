import { expect } from 'vitest';
import type { FaultName } from '../../../src/reference/faults/names.ts';
import type { Act } from '../../../src/rig/script/act.ts';
import type { TestStream } from '../harness/client.ts';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';
import { ASKINGS, type Asking, asking } from './askings.ts';

const server = useServer();

/** The turn keeps running, so that a second answer still finds it. */
const STAY: readonly Act[] = [{ say: 'I go on.' }, { hang: true }];

states(
  'S3.2-08 S3.2-09 S7-78',
  'a decision that was never sent leaves the interaction pending, and may be repeated',
  async () => {
    for (const each of ASKINGS) {
      const { stream, answer } = await ask(each);
      const { status, body } = await answer('action_not_sent');

      expect(status, each.kind).toBe(503);
      expect(body.message_code).toBe('api_v1_service_unavailable');
      expect(body.meta.error_details).toMatchObject({ retry_action: 'retry', retryable: true });
      expect((await answer('action_not_sent')).status).toBe(503);
      expect((await answer()).status).toBe(200);
      await end(stream);
    }
  },
);

states('S7-43 S7-79 S7-80', 'a decision without an answer is not sent again', async () => {
  for (const each of ASKINGS) {
    const { stream, answer } = await ask(each);
    const { status, body } = await answer('action_no_answer');
    const again = await answer();

    expect(status, each.kind).toBe(503);
    expect(body.message_code).toBe('api_v1_action_result_unknown');
    expect(body.meta.error_details.retry_action).toBe('check_status');
    expect(again.status).toBe(409);
    expect(again.body.message_code).toBe('api_v1_action_not_pending');
    await end(stream);
  }
});

states('S7-02 S7-45 S7-46 S7-47', 'a decision that was rejected closes the interaction', async () => {
  for (const each of ASKINGS) {
    const { stream, answer } = await ask(each);
    const { status, body } = await answer('action_rejected');

    expect(status, each.kind).toBe(409);
    expect(body.message_code).toBe('api_v1_action_result_unknown');
    expect(body.data.upstream_status).toEqual(expect.any(Number));
    expect([404, 409]).toContain((await answer()).status);
    await end(stream);
  }
});

states('S7-82 S7-83', 'while interactions cannot be looked up, none is reported as missing', async () => {
  for (const each of ASKINGS) {
    const { stream, answer } = await ask(each);
    for (const { status, body } of [
      await answer('interaction_backend'),
      await answer('interaction_backend', 'act_none'),
    ]) {
      expect(status, each.kind).toBe(503);
      expect(body.message_code).toBe('api_v1_interaction_backend_unavailable');
    }
    expect((await answer()).status).toBe(200);
    await end(stream);
  }
});

/** A turn that asks, and a function that answers, optionally with a fault or the id of another interaction. */
async function ask(each: Asking) {
  const main = server.as('main');
  const stream = await main.stream(asking(each, STAY));
  const asked = await stream.until('message.action_required');
  const answer = (fault?: FaultName, action_id: string = asked.action_id) =>
    main.act(
      stream.chatId,
      each.endpoint,
      { ...each.answer(asked), action_id },
      fault && { 'x-reference-fault': fault },
    );
  return { stream, answer };
}

/** Cancels a turn that has continued after its question. */
async function end(stream: TestStream): Promise<void> {
  await stream.until('message.delta');
  await server.as('main').act(stream.chatId, 'cancel', {});
  expect((await stream.rest()).type).toBe('message.cancelled');
}
