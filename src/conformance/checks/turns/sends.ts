import { type Check, check } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { endOf } from '../../check-kit/turns.ts';
import type { Answer } from '../../drive/answer.ts';
import { objectsIn } from '../../judge/json.ts';

/** The two sends and the listing themselves: that they are there, with which key and in which mode (section 4.2). */
export const turnSendChecks: readonly Check[] = [
  check({
    id: 'turns.listing',
    requirements: ['turns.listing.exists', 'turns.listing.chronological'],
    waits: 1000,
    async run(t) {
      const chatId = t.freshId();
      const first = t.given(await t.main.send(t.plain(), { chatId }));
      // A clock that counts in seconds shall tell the two turns apart.
      await t.wait(1000);
      const second = t.given(await t.main.send(t.plain(), { chatId }));
      const history = await t.main.history(chatId);

      t.expect('turns.listing.exists').succeeds(history);
      const sent = [first.data.id, second.data.id];
      const listed = history.items.map(({ id }) => id).filter((id) => sent.includes(id));
      t.expect('turns.listing.chronological').equals(history, listed, sent, '/data');
    },
  }),

  check({
    id: 'turns.send.exists',
    requirements: ['turns.send.exists'],
    async run(t) {
      const chatId = t.freshId();
      const sent = await t.main.send(t.plain(), { chatId });
      const row = t.expect('turns.send.exists');

      row.accepts(sent);
      row.holds(sent, Number.isInteger(sent.data.id), 'the turn', sent.data.id, '/data/id');
      const history = t.given(await t.main.history(chatId));
      row.equals(history, listedIds(history), [sent.data.id], '/data');
    },
  }),

  check({
    id: 'turns.stream.exists',
    requirements: ['turns.stream.exists'],
    async run(t) {
      const chatId = t.freshId();
      const sent = await t.attempt('streaming', t.plain(), { chatId });
      const row = t.expect('turns.stream.exists');

      row.accepts(sent);
      const stream = t.opened(sent);
      await endOf(t, stream, 'message.completed');
      const history = t.given(await t.main.history(chatId));
      row.equals(history, listedIds(history), [stream.messageId], '/data');
    },
  }),

  check({
    id: 'turns.send.requires-key',
    requirements: ['turns.send.requires-key'],
    async run(t) {
      t.expect('turns.send.requires-key').failsWith(
        await t.main.send(t.plain(), { key: null }),
        'idempotency-key-required',
      );
    },
  }),

  check({
    id: 'turns.stream.requires-key',
    requirements: ['turns.stream.requires-key'],
    async run(t) {
      const sent = await t.attempt('streaming', t.plain(), { key: null });
      const row = t.expect('turns.stream.requires-key');

      row.isRefused(sent);
      row.equals(sent, sent.exchange.status, 400);
    },
  }),

  check({
    id: 'turns.send.only-auto',
    requirements: ['turns.send.only-auto'],
    async run(t) {
      const named = await t.main.send(t.plain({ permission_mode: 'manual' }));

      t.expect('turns.send.only-auto').failsWith(named, 'sync-requires-auto');
    },
  }),

  check({
    id: 'turns.mode.default-manual',
    requirements: ['turns.mode.default-manual', 'turns.send.only-auto'],
    async run(t) {
      // In a chat that begins with the turn: whether a chat's own mode counts is open.
      const unnamed = await t.main.send(t.plain({ permission_mode: undefined }));

      t.expect('turns.mode.default-manual', 'turns.send.only-auto').failsWith(unnamed, 'sync-requires-auto');
    },
  }),

  check({
    id: 'turns.mode.on-streams',
    requirements: ['turns.mode.optional', 'turns.stream.accepts-auto'],
    async run(t) {
      const row = t.expect('turns.mode.optional');
      row.accepts(await t.attempt('streaming', t.plain({ permission_mode: 'manual' })));
      row.accepts(await t.attempt('streaming', t.plain({ permission_mode: undefined })));

      const automatic = await t.attempt('streaming', t.plain({ permission_mode: 'auto' }));
      t.expect('turns.stream.accepts-auto').accepts(automatic);
      row.accepts(automatic);
    },
  }),

  check({
    id: 'turns.stream.default-manual',
    requirements: ['turns.stream.default-manual'],
    needs: ['scenario:tool_approval'],
    async run(t) {
      const named = await t.raise(t.scenario('tool_approval', { permission_mode: 'manual' }));
      t.assume(named.asked.data.kind === 'tool_approval', 'the turn asked for something else');
      const unnamed = await t.open(t.scenario('tool_approval', { permission_mode: undefined }));
      const asked = await t.inTime(unnamed.until('message.action_required'));

      t.expect('turns.stream.default-manual').equals(unnamed, asked?.data.kind, 'tool_approval', '/kind');
    },
  }),

  check({
    id: 'turns.mode.auto-runs-tools',
    requirements: ['turns.mode.auto-runs-tools'],
    needs: ['scenario:tool_in_auto'],
    async run(t) {
      const stream = await t.open(t.scenario('tool_in_auto', { permission_mode: 'auto' }));
      const next = await stream.until('message.action_required', 'message.completed', 'message.error');
      const row = t.expect('turns.mode.auto-runs-tools');

      row.holds(
        stream,
        next?.data.kind !== 'tool_approval',
        'no tool_approval in auto mode',
        next?.data.kind,
        '/kind',
      );
      t.assume(next?.type === 'message.completed', 'the turn did not complete');
      const steps = objectsIn(next?.data.steps);
      const hasCalled = steps.some(({ tool_calls: calls }) => objectsIn(calls).length > 0);
      row.holds(stream, hasCalled, 'a step with the call of the tool', steps, '/steps');
    },
  }),
];

/** Whatever became of a send, no turn is in the chat; whether the chat is there is open. */
export async function expectNoTurn(t: CheckContext, requirement: string, chatId: string): Promise<void> {
  const history = await t.main.history(chatId);
  t.expect(requirement).holds(history, history.items.length === 0, 'no turn', history.items.length);
}

function listedIds({ items }: Answer): unknown[] {
  return items.map(({ id }) => id);
}
