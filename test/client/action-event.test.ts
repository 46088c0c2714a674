import { describe, expect, it } from 'vitest';
import type { ActionEvent } from '../../src/client/index.ts';
import { forbidUnhandledRejections } from './harness/rejections.ts';
import { answer, failure, scriptService } from './harness/service.ts';
import { CHAT, completed, start, stream } from './harness/wire.ts';

forbidUnhandledRejections();

const TOOLS = [
  { tool_use_id: 't1', name: 'close_ticket', server: 'tickets', input: {} },
  { tool_use_id: 't2', name: 'order_books', server: 'tickets', input: {} },
];
const PAYLOADS: Readonly<Record<string, object>> = {
  tool_approval: { payload: { tools: TOOLS } },
  plan_approval: { payload: { plan: { title: 'Hours', context: '', steps: [], notes: '' } } },
  elicitation: { payload: { message: 'Which?', mode: 'form', requested_schema: {} } },
  auth_required: { payload: { resolution: 'connect_in_ui_or_cancel' } },
  of_tomorrow: { payload: {} },
};
const resolved = answer({ data: { action_id: 'a 1', state: 'resolved' } });

/** Streams an interaction of this kind. Returns its event, and the service that receives the answer. */
async function ask(kind: string, reply = resolved) {
  const data = { kind, action_id: 'a 1', ...PAYLOADS[kind] };
  const text = `event: message.action_required\ndata: ${JSON.stringify(data)}\n\n`;
  const service = scriptService([stream(start + text + completed('Done.')), reply], { maxRetries: 0 });
  const events = service.client.turns.stream(CHAT, { content: '?' })[Symbol.asyncIterator]();
  await events.next();
  const { value } = await events.next();
  await events.return?.();
  return { event: value as ActionEvent, data, service };
}

type Answers = Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>;

const decisions = (...approved: readonly boolean[]) => ({
  action_id: 'a 1',
  decisions: TOOLS.map(({ tool_use_id }, index) => ({ tool_use_id, approved: approved[index] })),
});

describe('the event of an interaction', () => {
  it.each<[string, string, readonly unknown[], string, object]>([
    ['tool_approval', 'approve', [], 'approve-tool', decisions(true, true)],
    ['tool_approval', 'approve', ['t2'], 'approve-tool', decisions(false, true)],
    ['tool_approval', 'approve', ['t2', 't1'], 'approve-tool', decisions(true, true)],
    ['tool_approval', 'decline', [], 'approve-tool', decisions(false, false)],
    ['plan_approval', 'approve', [], 'respond-plan', { action_id: 'a 1', action: 'approve' }],
    ['plan_approval', 'reject', [], 'respond-plan', { action_id: 'a 1', action: 'reject' }],
    [
      'elicitation',
      'accept',
      [{ branch: 'Quayside' }],
      'respond-elicitation',
      { action_id: 'a 1', action: 'accept', content: { branch: 'Quayside' } },
    ],
    ['elicitation', 'decline', [], 'respond-elicitation', { action_id: 'a 1', action: 'decline' }],
    ['elicitation', 'cancel', [], 'respond-elicitation', { action_id: 'a 1', action: 'cancel' }],
    ['auth_required', 'cancel', [], 'cancel-auth', { action_id: 'a 1' }],
  ])('%s is answered with %s(%j)', async (kind, name, args, path, body) => {
    const { event, service } = await ask(kind);
    expect(await (event as unknown as Answers)[name]?.(...args)).toEqual({
      action_id: 'a 1',
      state: 'resolved',
    });
    const [, sent] = service.sent;
    expect([sent?.method, sent?.url]).toEqual([
      'POST',
      `https://service.test/api/v1/chats/${CHAT}/actions/${path}`,
    ]);
    expect(JSON.parse(sent?.body ?? '')).toEqual(body);
  });

  it.each([
    ['tool_approval', ['approve', 'decline']],
    ['plan_approval', ['approve', 'reject']],
    ['elicitation', ['accept', 'decline', 'cancel']],
    ['auth_required', ['cancel']],
    ['of_tomorrow', []],
  ])('%s has the methods of its own kind only', async (kind, names) => {
    const { event, data } = await ask(kind);
    const answers = Object.entries(event).filter(([, value]) => typeof value === 'function');
    expect(answers.map(([name]) => name)).toEqual(names);
    expect(event).toMatchObject({ type: 'message.action_required', kind, data });
  });

  it('refuses a decision about a tool that is not in the payload, and sends nothing', async () => {
    const { event, service } = await ask('tool_approval');
    if (event.kind !== 'tool_approval') throw new Error(event.kind);
    await expect(event.approve('t1', 't9')).rejects.toThrow(
      new TypeError('t9 is not a tool_use_id of the payload'),
    );
    expect(service.sent).toHaveLength(1);
  });

  it('rejects when the service refuses the answer', async () => {
    const { event } = await ask('auth_required', failure(409, 'api_v1_action_not_pending'));
    if (event.kind !== 'auth_required') throw new Error(event.kind);
    await expect(event.cancel()).rejects.toMatchObject({ kind: 'action-not-pending' });
  });
});
