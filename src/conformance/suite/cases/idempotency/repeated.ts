import { Answer } from '../../../drive/answer.ts';
import { withAttachments } from '../../check-kit/catalog.ts';
import { makeChat } from '../../check-kit/chats.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { CHANNELS } from '../../check-kit/context.ts';
import { attempt, isRun } from '../../check-kit/ended-turn.ts';
import { idOf } from '../../check-kit/running-turn.ts';
import { NOT_RERUN, RUNS } from '../../check-kit/send-rows.ts';
import { makeSkill } from '../../check-kit/skills.ts';

/** Keys that are longer than a UUID, and differ only in what comes after one, or only in the case of a letter. */
const longKeysCheck = check({
  id: 'idempotency.ended.completed.blocking.longer-keys',
  requirements: [R['idempotency.key.all-characters']],
  async run(t) {
    const turn = t.plain({ permission_mode: 'auto' });
    const [chatId, key] = [t.freshId(), t.freshId()];
    const first = await attempt(t, 'blocking', turn, { chatId, key: `${key}-a` });
    t.skipIf(!isRun(first), 'the service takes no key that is longer than a UUID (A-70)');
    const claim = t.expect('idempotency.key.all-characters');
    for (const end of ['b', 'A']) {
      const other = await attempt(t, 'blocking', turn, { chatId, key: `${key}-${end}` });
      claim.accepts(other);
      claim.isTrue(other, idOf(other) !== idOf(first), 'another turn', idOf(other));
    }
  },
});

/** Replays after other events: changes, other keys, and another turn. */
const replayChecks: readonly Check[] = CHANNELS.flatMap((channel) => [
  check({
    id: `idempotency.ended.completed.${channel}.after-changes`,
    situations: [{ probe: 'replay after changes', channel }],
    requirements: [NOT_RERUN[channel]],
    async run(t) {
      const { id, path } = await makeSkill(t);
      const turn = t.plain({ permission_mode: 'auto', attachments: { skill_ids: [id] } });
      const sent = { chatId: t.freshId(), key: t.freshId() };
      const first = await attempt(t, channel, turn, sent);
      t.require(isRun(first), 'the turn did not run');
      const expectFirst = async () => {
        const again = await attempt(t, channel, turn, sent);
        t.expect(NOT_RERUN[channel]).accepts(again);
        t.expect(NOT_RERUN[channel]).equals(again, idOf(again), idOf(first));
      };
      // What the key does in another chat is open, but not what it does here.
      await attempt(t, channel, turn, { chatId: t.freshId(), key: sent.key });
      await expectFirst();
      // The resources that the turn used may have changed or gone, but the turn does not run again.
      for (const change of [
        () => t.main.patch(`${path}/toggle`),
        () => t.main.patch(path, { instructions: 'Answer in three sentences.' }),
        () => t.main.patch(`/chats/${sent.chatId}`, { name: 'Renamed', is_favorite: true }),
        () => t.main.delete(path),
      ]) {
        t.requireSuccess(await change());
        await expectFirst();
      }
    },
  }),

  check({
    id: `idempotency.ended.completed.${channel}.keys-alike`,
    requirements: [NOT_RERUN[channel], RUNS[channel]],
    async run(t) {
      const turn = t.plain({ permission_mode: 'auto' });
      const sent = { chatId: t.freshId(), key: t.freshId() };
      const first = await attempt(t, channel, turn, sent);
      t.require(isRun(first), 'the turn did not run');
      // Each of these is a different key, which runs a new turn.
      const runs = t.expect(RUNS[channel]);
      for (const key of keysLike(sent.key)) {
        const other = await attempt(t, channel, turn, { chatId: sent.chatId, key });
        runs.accepts(other);
        runs.isTrue(other, idOf(other) !== idOf(first), 'another turn', idOf(other));
      }
      const again = await attempt(t, channel, turn, sent);
      t.expect(NOT_RERUN[channel]).equals(again, idOf(again), idOf(first));
    },
  }),

  ...(['', '.with-attachments', '.in-new-chat'] as const).map((what) =>
    check({
      id: `idempotency.running.${channel}.at-once${what}`,
      requirements: [NOT_RERUN[channel], R['errors.turn-in-progress.answer']],
      arranges: ['key-of-running-turn'],
      async run(t) {
        const plain = t.plain({ permission_mode: 'auto' });
        const turn = what === '.with-attachments' ? await withAttachments(t, plain) : plain;
        const chatId = what === '.in-new-chat' ? t.freshId() : (await makeChat(t)).id;
        const sent = { chatId, key: t.freshId() };
        const both = await Promise.all([attempt(t, channel, turn, sent), attempt(t, channel, turn, sent)]);
        t.require(both.some(isRun), 'neither of the two sends ran');
        for (const one of both)
          if (one instanceof Answer && !one.isSuccess)
            t.expect('errors.turn-in-progress.answer').failsWith(one, 'turn-in-progress', 'outcome-unknown');
        const history = t.requireSuccess(await t.main.history(chatId));
        t.expect(NOT_RERUN[channel]).equals(history, history.items.length, 1, '/data');
      },
    }),
  ),
]);

/** Keys that differ from another key only at the beginning or only at the end. */
function keysLike(key: string): readonly string[] {
  const others = (digit: string) => (digit === '7' ? '8' : '7');
  return [`${others(key.slice(0, 1))}${key.slice(1)}`, `${key.slice(0, -1)}${others(key.slice(-1))}`];
}

export const repeatedChecks: readonly Check[] = [...replayChecks, longKeysCheck];
