import { makeChat } from '../../check-kit/chats.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { ENDS } from '../../check-kit/composed-turn.ts';
import { CHANNELS } from '../../check-kit/context.ts';
import { startTurn } from '../../check-kit/running-turn.ts';
import { composeTurn } from '../../check-kit/scripted-turn.ts';
import { isScripted } from '../../check-kit/turns.ts';

/** How long the turn runs before it ends, in seconds of the service's time: long enough to be seen running where timers are scaled. */
const PAUSE = 60;

/** How the turn ends. A service may save its chat at each of these ends. */
const TURN_ENDS = ['completed', 'outage', 'cancelled'] as const;

/**
 * A chat is renamed and marked while its turn runs, and keeps both after the turn has ended (section 4.1). A service that loads the chat with the
 * turn and saves it at the end loses such a change.
 */
export const changedDuringChecks: readonly Check[] = CHANNELS.flatMap((channel) =>
  TURN_ENDS.map((end) =>
    check({
      id: `chats.update.during-turn.${end}-${channel}`,
      situations: [{ probe: 'change during the turn', end, channel }],
      requirements: [R['chats.update.name'], R['chats.update.is-favorite']],
      waits: PAUSE * 1000,
      async run(t) {
        t.skipIf(!isScripted(t.plain()), 'how long a model without a script takes is not known');
        const { id, path } = await makeChat(t, { name: 'Before' });
        const turn = { ...composeTurn(t, [{ wait: PAUSE }, ...ENDS[end]]), permission_mode: 'auto' };
        const { ended, cancel } = await startTurn(t, channel, turn, { chatId: id });
        const changes = { name: `During ${t.freshId()}`, is_favorite: true };
        t.requireSuccess(await t.main.patch(path, changes));
        await (end === 'cancelled' ? cancel() : ended());
        const kept = t.requireSuccess(await t.main.get(path));
        t.expect('chats.update.name').shows(kept, 'name', changes.name);
        t.expect('chats.update.is-favorite').shows(kept, 'is_favorite', changes.is_favorite);
      },
    }),
  ),
);
