import { Answer } from '../../../drive/answer.ts';
import type { LiveStream } from '../../../drive/live-stream.ts';
import type { JsonObject } from '../../../judge/json.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { CHANNELS, type CheckContext } from '../../check-kit/context.ts';
import { expectRefused } from '../../check-kit/refused-turn.ts';
import { toldByTasks, withScript } from '../../check-kit/scripted-turn.ts';
import { completedTurn, expectTaken } from '../../check-kit/turns.ts';
import { everyMember } from '../../check-kit/unrelated-members.ts';

/** Metadata around the limit of section 8, but far from it, however it is serialised and counted. */
const SMALL: JsonObject = { note: 'm'.repeat(1200) };
const LARGE: Readonly<Record<string, JsonObject>> = {
  large: { note: 'm'.repeat(6000) },
  // Fewer characters than the limit has bytes, but more bytes in every encoding.
  wide: { note: '語'.repeat(1900) },
  'large-nested': { outer: { list: [{ note: 'm'.repeat(6000) }] } },
  'many-small': Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`member_${at}`, at])),
};
const LIMIT = R['turns.metadata.limit'];

/** Metadata of every shape within and beyond its limit, over each channel (sections 4.2 and 8). */
const limitChecks: readonly Check[] = CHANNELS.flatMap((channel) => [
  check({
    id: `turns.metadata.limit.small.${channel}`,
    situations: [{ probe: 'selection', selection: 'small-metadata', channel }],
    requirements: [LIMIT],
    run: (t) => expectTaken(t, channel, t.plain({ metadata: SMALL }), LIMIT),
  }),
  ...Object.entries(LARGE).map(([name, metadata]) =>
    check({
      id: `turns.metadata.limit.${name}.${channel}`,
      situations: [{ probe: 'refused selection', selection: `${name}-metadata`, channel }],
      requirements: [LIMIT],
      arranges: ['too-long'],
      run: (t) => expectRefused(t, channel, t.plain({ metadata }), { requirements: [LIMIT] }),
    }),
  ),
]);

/** The metadata of a turn: its limit, and that no model sees it (sections 4.2 and 8). */
export const metadataChecks: readonly Check[] = [
  ...limitChecks,

  check({
    id: 'turns.metadata.hidden-from-model',
    requirements: [R['turns.metadata.hidden-from-model']],
    needs: ['scenario:echo_model'],
    async run(t) {
      const chatId = t.freshId();
      const secrets = [t.freshId(), t.freshId()];
      // The later turn's model also receives the earlier turn.
      for (const [at, channel] of (['streaming', 'blocking'] as const).entries()) {
        const mode = channel === 'streaming' ? 'manual' : 'auto';
        const metadata = { order: secrets[at] };
        for (const others of [
          { permission_mode: 'auto' },
          { ...(await everyMember(t)), permission_mode: mode },
        ]) {
          const turn = t.scenario('echo_model', { ...others, metadata });
          await expectHidden(t, await t.attempt(channel, turn, { chatId }), secrets);
        }
      }
    },
  }),

  check({
    id: 'turns.metadata.hidden-from-agents',
    requirements: [R['turns.metadata.hidden-from-model']],
    needs: ['scenario:agents'],
    async run(t) {
      const secret = t.freshId();
      const turn = withScript(
        t.scenario('agents', { permission_mode: 'auto', metadata: { order: secret } }),
        (script) => toldByTasks(script, [{ echo: 'given' }]),
      );
      for (const channel of CHANNELS) await expectHidden(t, await t.attempt(channel, turn), [secret]);
    },
  }),
];

/** Expects that a turn, which repeats what its model or its tasks are given, repeats no value of the metadata. */
async function expectHidden(
  t: CheckContext,
  sent: Answer | LiveStream,
  secrets: readonly string[],
): Promise<void> {
  const { content } = await completedTurn(t, sent);
  t.expect('turns.metadata.hidden-from-model').isTrue(
    sent,
    !secrets.some((secret) => String(content).includes(secret)),
    'content without the value from the metadata',
    content,
    sent instanceof Answer ? '/data/content' : '/content',
  );
}
