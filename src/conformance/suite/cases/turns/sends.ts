import { isInteger } from '../../../../exact-json/exact-number.ts';
import type { Turn } from '../../../drive/actor.ts';
import type { Answer } from '../../../drive/answer.ts';
import { objectsIn } from '../../../judge/json.ts';
import { makeChat } from '../../check-kit/chats.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { expectRefused } from '../../check-kit/refused-turn.ts';
import { endOf } from '../../check-kit/turns.ts';
import { everyMember } from '../../check-kit/unrelated-members.ts';

/** What the contract says about a blocking send in manual mode, and about one that names no mode. */
const MANUAL = [R['turns.send.only-auto'], R['errors.sync-requires-auto.answer']];
const UNNAMED = [R['turns.mode.default-manual'], ...MANUAL];

/** The two sends and the listing: that they exist, their idempotency keys and their permission modes (section 4.2). */
export const turnSendChecks: readonly Check[] = [
  check({
    id: 'turns.listing',
    requirements: [R['turns.listing.exists'], R['turns.listing.chronological']],
    waits: 1000,
    async run(t) {
      const chatId = t.freshId();
      const first = t.requireSuccess(await t.main.send(t.plain(), { chatId }));
      // The timestamps of the two turns must differ even in whole seconds.
      await t.wait(1000);
      const second = t.requireSuccess(await t.main.send(t.plain(), { chatId }));
      const history = await t.main.history(chatId);

      t.expect('turns.listing.exists').succeeds(history);
      const sent = [first.data.id, second.data.id];
      const listed = history.items.map(({ id }) => id).filter((id) => sent.includes(id));
      t.expect('turns.listing.chronological').equals(history, listed, sent, '/data');
    },
  }),

  check({
    id: 'turns.listing.with-failed',
    requirements: [R['turns.listing.chronological']],
    needs: ['scenario:upstream_failure'],
    waits: 1000,
    async run(t) {
      const chatId = t.freshId();
      const first = t.requireSuccess(await t.main.send(t.plain(), { chatId }));
      const failed = await t.open(t.scenario('upstream_failure'), { chatId });
      await endOf(t, failed, 'message.error');
      await t.wait(1000);
      const last = t.requireSuccess(await t.main.send(t.plain(), { chatId }));
      const history = t.requireSuccess(await t.main.history(chatId));

      // A failed turn may be missing from the listing.
      const sent = [first.data.id, failed.messageId, last.data.id];
      const listed = listedIds(history).filter((id) => sent.includes(id));
      const expected = sent.filter((id) => listed.includes(id));
      t.expect('turns.listing.chronological').equals(history, listed, expected, '/data');
    },
  }),

  check({
    id: 'turns.send.exists',
    requirements: [R['turns.send.exists'], R['service.sends.two-ways']],
    async run(t) {
      const chatId = t.freshId();
      const sent = await t.main.send(t.plain(), { chatId });
      t.expect('turns.send.exists', 'service.sends.two-ways').accepts(sent);
      const claim = t.expect('turns.send.exists');
      claim.isTrue(sent, isInteger(sent.data.id), 'the id of the turn', sent.data.id, '/data/id');
      const history = t.requireSuccess(await t.main.history(chatId));
      claim.equals(history, listedIds(history), [sent.data.id], '/data');
    },
  }),

  check({
    id: 'turns.stream.exists',
    requirements: [R['turns.stream.exists'], R['service.sends.two-ways']],
    async run(t) {
      const chatId = t.freshId();
      const sent = await t.attempt('streaming', t.plain(), { chatId });
      t.expect('turns.stream.exists', 'service.sends.two-ways').accepts(sent);
      const claim = t.expect('turns.stream.exists');
      const stream = t.opened(sent);
      await endOf(t, stream, 'message.completed');
      const history = t.requireSuccess(await t.main.history(chatId));
      claim.equals(history, listedIds(history), [stream.messageId], '/data');
    },
  }),

  check({
    id: 'turns.send.only-auto',
    requirements: [...MANUAL, R['service.sends.manual-streams-only']],
    arranges: ['manual-in-blocking'],
    async run(t) {
      const turn = t.plain({ permission_mode: 'manual' });
      const refused = await t.attempt('blocking', turn);
      t.expect(...MANUAL, 'service.sends.manual-streams-only').isRefused(refused);
      await expectRefused(t, 'blocking', turn, { requirements: MANUAL, row: 'sync-requires-auto' });
      // The turn's own mode counts, whatever the chat's mode.
      const { id: chatId } = await makeChat(t, { permission_mode: 'auto' });
      for (const body of [turn, { ...(await everyMember(t)), ...turn }])
        t.expect(...MANUAL).failsWith(await t.main.send(body, { chatId }), 'sync-requires-auto');
    },
  }),

  check({
    id: 'turns.mode.default-manual',
    requirements: UNNAMED,
    arranges: ['manual-in-blocking'],
    // In new chats and in one with the mode manual, since the contract does not say whether a chat's mode counts.
    async run(t) {
      for (const others of [{}, await everyMember(t)])
        await expectRefused(t, 'blocking', t.plain({ ...others, permission_mode: undefined }), {
          requirements: UNNAMED,
          row: 'sync-requires-auto',
        });
    },
  }),

  check({
    id: 'turns.mode.on-streams',
    requirements: [
      R['turns.mode.optional'],
      R['service.sends.manual-streams-only'],
      R['turns.stream.accepts-auto'],
    ],
    async run(t) {
      const claim = t.expect('turns.mode.optional');
      const manual = await t.attempt('streaming', t.plain({ permission_mode: 'manual' }));
      t.expect('turns.mode.optional', 'service.sends.manual-streams-only').accepts(manual);
      claim.accepts(await t.attempt('streaming', t.plain({ permission_mode: undefined })));

      const automatic = await t.attempt('streaming', t.plain({ permission_mode: 'auto' }));
      t.expect('turns.stream.accepts-auto').accepts(automatic);
      claim.accepts(automatic);
    },
  }),

  check({
    id: 'turns.stream.default-manual',
    requirements: [R['turns.stream.default-manual']],
    needs: ['scenario:tool_approval'],
    async run(t) {
      const turn = t.scenario('tool_approval');
      const kindAskedIn = async (body: Turn, permission_mode?: string) => {
        const stream = await t.open({ ...body, permission_mode });
        const asked = await t.inTime(stream.until('message.action_required'));
        return { stream, kind: asked?.data.kind };
      };
      const claim = t.expect('turns.stream.default-manual');
      const { attachments, ...others } = await everyMember(t);
      for (const members of [
        {},
        { ...others, attachments: { ...attachments, ...Object(turn.attachments) } },
      ]) {
        const body = { ...turn, ...members };
        // Another model may use no tools.
        const named = await kindAskedIn(body, 'manual');
        t.require(named.kind === 'tool_approval', 'in manual mode, the turn does not ask to use a tool');
        const { stream, kind } = await kindAskedIn(body);
        claim.equals(stream, kind, 'tool_approval', '/kind');
      }
    },
  }),

  check({
    id: 'turns.mode.auto-runs-tools',
    requirements: [R['turns.mode.auto-runs-tools']],
    needs: ['scenario:tool_in_auto'],
    async run(t) {
      const stream = await t.open(t.scenario('tool_in_auto', { permission_mode: 'auto' }));
      t.observe('A-138', stream);
      const next = await stream.until('message.action_required', 'message.completed', 'message.error');
      const claim = t.expect('turns.mode.auto-runs-tools');

      claim.isTrue(
        stream,
        next?.data.kind !== 'tool_approval',
        'no tool_approval in auto mode',
        next?.data.kind,
        '/kind',
      );
      t.require(next?.type === 'message.completed', 'the turn did not complete');
      const steps = objectsIn(next?.data.steps);
      const hasCalled = steps.some(({ tool_calls: calls }) => objectsIn(calls).length > 0);
      claim.isTrue(stream, hasCalled, 'a step with the tool call', steps, '/steps');
    },
  }),
];

function listedIds({ items }: Answer): unknown[] {
  return items.map(({ id }) => id);
}
