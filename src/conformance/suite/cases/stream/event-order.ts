import { Answer } from '../../../drive/answer.ts';
import type { LiveStream } from '../../../drive/live-stream.ts';
import { objectsIn } from '../../../judge/json.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { composeTurn, scriptOf } from '../../check-kit/scripted-turn.ts';
import { endOf, finish, keptText, textsOf } from '../../check-kit/turns.ts';

/** The events of a stream (section 6). The judge verifies their order and shape in every stream of a run. */
export const streamChecks: readonly Check[] = [
  check({
    id: 'stream.response',
    requirements: [R['stream.response.carries-events']],
    async run(t) {
      const sent = await t.attempt('streaming', t.plain());
      if (sent instanceof Answer) t.requireSuccess(sent);

      const claim = t.expect('stream.response.carries-events');
      claim.isTrue(sent, !(sent instanceof Answer), 'a stream', 'an answer without events');
      const stream = t.opened(sent);
      await stream.rest();
      claim.isTrue(
        stream,
        stream.terminal !== undefined,
        'the events of the turn up to a terminal event',
        typesOf(stream),
      );
    },
  }),

  check({
    id: 'stream.after-save.completed',
    requirements: [R['stream.terminal.after-save']],
    async run(t) {
      const sent = { chatId: t.freshId(), key: t.freshId() };
      const stream = await t.open(t.plain(), sent);
      await endOf(t, stream, 'message.completed');
      await expectListed(t, stream, 'completed');
      await expectReplay(t, stream, await t.attempt('streaming', t.plain(), sent));
    },
  }),

  check({
    id: 'stream.after-save.cancelled',
    requirements: [R['stream.terminal.after-save']],
    needs: ['scenario:long_turn'],
    async run(t) {
      const sent = { chatId: t.freshId(), key: t.freshId() };
      const stream = await t.running(t.scenario('long_turn'), sent);
      t.requireSuccess(await t.main.act(sent.chatId, 'cancel', {}));
      await endOf(t, stream, 'message.cancelled');
      await expectReplay(t, stream, await t.attempt('streaming', t.scenario('long_turn'), sent));
      await expectListed(t, stream, 'cancelled');
    },
  }),

  check({
    id: 'stream.delta.new-text',
    requirements: [R['stream.delta.carries-new-text']],
    async run(t) {
      const stream = await t.open(t.plain());
      const { data } = await endOf(t, stream, 'message.completed');
      t.require(typeof data.content === 'string', 'the turn has no content');
      t.skipIf(data.content === '', 'the answer is empty');

      const texts = textsOf(stream);
      t.expect('stream.delta.carries-new-text').isTrue(
        stream,
        texts.some(({ text }) => text !== ''),
        'a message.delta with text',
        `${texts.length} message.delta`,
      );
    },
  }),

  check({
    id: 'stream.delta.failover',
    requirements: [R['stream.delta.replace-on-failover']],
    needs: ['scenario:failover'],
    async run(t) {
      const stream = await t.open(t.scenario('failover'));
      const { data } = await endOf(t, stream, 'message.completed');
      const texts = textsOf(stream);
      const said = texts.map(({ text }) => text).join('');
      const hasReplaced = texts.some(({ replace }) => replace);
      // A service may hold back the first model's text, or all text, so there may be nothing to replace. What it holds back to the end
      // may differ from the content.
      const isNothingReplaced = texts.length < 2 || String(data.content).startsWith(said);
      t.skipIf(
        !hasReplaced && isNothingReplaced,
        'the stream showed no text that the failover had to replace',
      );

      t.expect('stream.delta.replace-on-failover').isTrue(
        stream,
        hasReplaced,
        'a message.delta with replace true',
        texts.map(({ replace }) => replace),
      );
    },
  }),

  check({
    id: 'stream.delta.failover.again',
    requirements: [R['stream.delta.replace-on-failover']],
    needs: ['scenario:failover'],
    async run(t) {
      t.skipIf(!scriptOf(t, 'failover').some((act) => 'failover' in act), 'its script has no failover');
      const given = ['The first answer. ', 'Another answer. '];
      const acts = given.flatMap((say) => [{ say }, { failover: true }] as const);
      const turn = {
        ...t.scenario('failover'),
        content: composeTurn(t, [...acts, { say: 'The last one.' }]).content,
      };
      const stream = await t.open(turn);
      const end = await finish(t, stream);
      t.skipIf(end?.type !== 'message.completed', 'no third provider takes over');
      const kept = keptText(stream);
      for (const text of given)
        t.expect('stream.delta.replace-on-failover').isTrue(
          stream,
          !kept.includes(text.trim()),
          'a message.delta with replace true after each failover',
          kept,
        );
    },
  }),

  check({
    id: 'stream.step.progress',
    requirements: [R['stream.step.on-progress']],
    needs: ['scenario:steps'],
    async run(t) {
      const stream = await t.open(t.scenario('steps'));
      const { data } = await endOf(t, stream, 'message.completed');
      const types = typesOf(stream);
      const hasStep = types.includes('message.step');
      // A model may answer without any step.
      t.require(hasStep || objectsIn(data.steps).length > 0, 'the turn has no steps');

      t.expect('stream.step.on-progress').isTrue(stream, hasStep, 'message.step', types);
    },
  }),
];

async function expectListed(t: CheckContext, stream: LiveStream, status: string): Promise<void> {
  const history = t.requireSuccess(await t.main.history(stream.chatId));
  const turn = history.items.find(({ id }) => id === stream.messageId);
  t.expect('stream.terminal.after-save').equals(history, turn?.status, status);
}

async function expectReplay(t: CheckContext, stream: LiveStream, again: Answer | LiveStream): Promise<void> {
  const claim = t.expect('stream.terminal.after-save');
  claim.accepts(again);
  const replayed = t.opened(again);
  await replayed.rest();
  claim.equals(again, replayed.messageId, stream.messageId, '/message_id');
  claim.equals(again, replayed.terminal?.type, stream.terminal?.type);
}

function typesOf({ events }: LiveStream): readonly string[] {
  return events.map(({ type }) => type);
}
