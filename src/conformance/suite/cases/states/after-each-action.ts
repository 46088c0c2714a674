import type { Script } from '../../../../rig/script/act.ts';
import type { Turn } from '../../../drive/actor.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { replayOf } from '../../check-kit/replayed-stream.ts';
import { actsBeforeEnd, withScript } from '../../check-kit/scripted-turn.ts';
import { cancel, finish } from '../../check-kit/turns.ts';

/** The time after which a turn has certainly reached its pause, in milliseconds of the service's time. It is also running before that. */
const SETTLED = 10_000;
/** The length of the pause, in seconds of the service's time. No check watches a turn that long. */
const LONG = 600;

/** What a turn says before and after its action. */
const WORDS = ['First I look. ', 'Then I tell. '] as const;

/** A cancelled turn keeps everything it said, if a completed turn does (section 3.1). */
const keptWordsChecks: readonly Check[] = (['tool_use', 'agents'] as const).map((scenario) =>
  check({
    id: `states.cancelled.keeps-words.${scenario.replaceAll('_', '-')}`,
    requirements: [R['states.cancelled.partial-content']],
    needs: [`scenario:${scenario}`],
    waits: SETTLED,
    async run(t) {
      const play = (...last: Script): Turn =>
        withScript(t.scenario(scenario), (script) => [
          { say: WORDS[0] },
          ...actsBeforeEnd(script),
          { say: WORDS[1] },
          ...last,
        ]);
      const isWhole = (content: unknown) => WORDS.every((words) => String(content).includes(words.trim()));
      const whole = await finish(t, await t.open(play()));
      t.skipIf(!isWhole(whole?.data.content), 'a turn that completes does not keep all of its words');
      const stream = await t.running(play({ wait: LONG }));
      await t.wait(SETTLED);
      t.require(!stream.hasEnded, 'the turn has ended');
      t.requireSuccess(await cancel(t, stream.chatId));
      const end = await finish(t, stream);
      const told = stream.events.map(({ data }) => (typeof data.text === 'string' ? data.text : '')).join('');
      t.skipIf(!isWhole(told), 'the turn was cancelled before it said all');
      t.expect('states.cancelled.partial-content').isTrue(
        stream,
        isWhole(end?.data.content),
        'the words before and after what the turn did',
        end?.data.content,
        '/content',
      );
    },
  }),
);

/** A refusal by the provider also counts as a failure, and nothing of the turn is undone. */
const decliningCheck = check({
  id: 'states.failing.declined',
  requirements: [R['events.error.upstream-not-retryable']],
  needs: ['scenario:upstream_failure'],
  async run(t) {
    const turn = withScript(t.scenario('upstream_failure'), () => [
      { say: 'I begin. ' },
      { fail: 'refusal' },
    ]);
    const stream = await t.open(turn);
    const end = await finish(t, stream);
    t.observe('A-83', stream);
    t.skipIf(end?.data.code !== 'upstream_error', 'the turn ended in another way');
    t.expect('events.error.upstream-not-retryable').equals(stream, end?.data.retryable, false, '/retryable');
    // The judge compares the failure with its replay.
    await replayOf(t, turn, { chatId: stream.chatId, key: stream.key });
  },
});

export const afterEachActionChecks: readonly Check[] = [...keptWordsChecks, decliningCheck];
