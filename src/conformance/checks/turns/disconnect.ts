import { type Check, check } from '../../check-kit/check.ts';
import { ASKING_PLACES, answer, raise } from '../../check-kit/interaction-replies.ts';
import { expectRefusal } from '../../check-kit/refused-turn.ts';
import { isOver, replayOf } from '../../check-kit/replayed-stream.ts';
import { isScripted } from '../../check-kit/turns.ts';

/** The time in which a service surely notices that a client is gone, in milliseconds of the service's time. */
const NOTICED = 5_000;
/** The time in which a turn ends after its interaction is answered, in milliseconds of the service's time. */
const ENDS = 60_000;
const PAUSE = 2_000;

/**
 * A client goes away while an interaction waits, wherever it is raised, and answers it over another connection. The turn waits for this
 * answer as before, and runs to its end (section 4.2). For a blocking send the contract promises nothing of the kind.
 */
export const disconnectChecks: readonly Check[] = ASKING_PLACES.map(({ name, kind, scenario }) =>
  check({
    id: `turns.disconnect.while-asked.${name}`,
    requirements: [
      // A streamed turn runs to its end even if its client closes the connection.
      'turns.disconnect.finishes',
      // After a client has gone away, the listing shows the message of its turn with the final content.
      'turns.disconnect.saved',
      // A repeat of the send of a turn whose client went away delivers the outcome stored under its key, not
      // a new turn.
      'idempotency.replay.after-disconnect',
      // A repeat of a send under its key gets 409 api_v1_turn_in_progress while its turn still runs.
      'idempotency.key.running-refused',
    ],
    needs: [`scenario:${scenario}`],
    waits: ENDS,
    async run(t) {
      const turn = t.scenario(scenario);
      const asked = await raise(t, scenario, kind);
      const { stream: lost } = asked;
      const { chatId, key, messageId } = lost;
      lost.disconnect();
      await t.wait(NOTICED);
      const early = await t.attempt('streaming', turn, { chatId, key });
      const refused = await expectRefusal(t, early, 'idempotency.key.running-refused');
      if (refused) t.expect('idempotency.key.running-refused').failsWith(refused, 'turn-in-progress');
      const finishes = t.expect('turns.disconnect.finishes');
      finishes.succeeds(await answer(t, asked));

      const again = await t.until(() => replayOf(t, turn, { chatId, key }), isOver, ENDS, PAUSE);
      const history = t.given(await t.main.history(chatId));
      const shown = history.items.find(({ id }) => id === messageId);
      // Without a script, the turn may ask again, or fail.
      t.assume(isScripted(turn) || shown?.status === 'completed', 'the turn did not complete');
      finishes.equals(history, shown?.status, 'completed', '/data/0/status');
      const { terminal, messageId: replayed } = t.opened(again);
      t.expect('idempotency.replay.after-disconnect').equals(again, replayed, messageId, '/message_id');
      t.expect('turns.disconnect.saved').equals(
        history,
        shown?.content,
        terminal?.data.content,
        '/data/0/content',
      );
    },
  }),
);
