import { type JsonInteger, readInteger } from '../../../../exact-json/exact-number.ts';
import type { SendOptions } from '../../../drive/actor.ts';
import { Answer } from '../../../drive/answer.ts';
import type { LiveStream } from '../../../drive/live-stream.ts';
import { isObject, type JsonObject } from '../../../judge/json.ts';
import { idsBeyond, idsListed } from '../../check-kit/catalog.ts';
import { makeChat } from '../../check-kit/chats.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { CHANNELS, type Channel, type CheckContext } from '../../check-kit/context.ts';
import { completedTurn } from '../../check-kit/turns.ts';

const FROM_CHAT = [R['turns.model.from-chat'], R['chats.model-id.default-of-turns']];

/** The model that answered a turn, by its name in usage. */
const chosenModelChecks: readonly Check[] = CHANNELS.map((channel) =>
  check({
    id: `turns.model.chosen.${channel}`,
    situations: [{ probe: 'model', channel }],
    requirements: [...FROM_CHAT, R['turns.model.optional']],
    needs: ['resource:two_models'],
    async run(t) {
      const [one, two] = t.resources('two_models');
      const ask = (members: JsonObject, options?: SendOptions) => answeredBy(t, channel, members, options);
      const [ofOne, ofTwo] = [await ask({ model_id: one }), await ask({ model_id: two })];
      // The profile names two models with different names in usage.
      const differ = ofOne.model !== ofTwo.model;
      t.expect('turns.model.optional').isTrue(
        ofTwo.source,
        differ,
        'the names of two models',
        ofTwo.model,
        placeIn(ofTwo.source),
      );
      // In a chat with the default model of turns, nothing would show whether the chat's own model answered.
      const byDefault = (await ask({})).model;
      const isDefault = byDefault === ofTwo.model;
      const [chats, its, own, other] = isDefault ? [one, ofOne, two, ofTwo] : [two, ofTwo, one, ofOne];
      const { id: chatId } = await makeChat(t, { model_id: chats });
      for (const [members, id, wanted, wrong, requirements] of [
        [{}, chats, its, other, FROM_CHAT],
        [{ model_id: own }, own, other, its, [R['turns.model.optional']]],
        [{}, chats, its, other, FROM_CHAT],
      ] as const) {
        const { source, model } = await ask(members, { chatId });
        const isWrong = await isOther(t, id, model, wanted.model, [wrong.model, byDefault]);
        t.expect(...requirements).isTrue(source, !isWrong, String(wanted.model), model, placeIn(source));
      }
    },
  }),
);

/** The model of a turn: the one that it names, or else its chat's, or else the company's (section 4.2). */
export const turnModelChecks: readonly Check[] = [
  ...chosenModelChecks,

  check({
    id: 'turns.model.from-company',
    requirements: [R['turns.model.from-company']],
    async run(t) {
      const { id: chatId, answer: chat } = await makeChat(t);
      t.skipIf((chat.data.model_id ?? null) !== null, 'a chat that was created without a model has one');

      // No operation shows the company's default model, so the check only expects that some model answers.
      t.expect('turns.model.from-company').accepts(
        await t.main.send(t.plain({ model_id: undefined }), { chatId }),
      );
    },
  }),

  check({
    id: 'turns.model.unknown-not-answered',
    requirements: [R['turns.model.unknown-not-answered']],
    async run(t) {
      const known = idsListed(t.requireSuccess(await t.main.get('/chat/catalog')), 'models');
      const highest = known.reduce((most, id) => (id > most ? id : most), 0);
      await expectNoAnswerBy(t, readInteger(String(BigInt(highest) + 1_000_003n)));
    },
  }),

  check({
    id: 'turns.model.of-other-company',
    requirements: [R['turns.model.unknown-not-answered']],
    needs: ['credential:other_company'],
    async run(t) {
      const own = t.requireSuccess(await t.main.get('/chat/catalog'));
      const other = t.requireSuccess(await t.as('other_company').get('/chat/catalog'));
      const [model] = idsBeyond(other, own, 'models');
      if (model === undefined) return t.skipIf(true, 'the other company has no model of its own');
      await expectNoAnswerBy(t, model);
    },
  }),
];

/** A model outside the catalog must not answer a turn. */
async function expectNoAnswerBy(t: CheckContext, model_id: JsonInteger): Promise<void> {
  const answer = await t.main.send(t.plain({ model_id }));
  t.expect('turns.model.unknown-not-answered').isTrue(
    answer,
    !(answer.isSuccess && answer.data.status === 'completed'),
    'no completed answer by a model that the catalog does not list',
    answer.data.status,
    '/data/status',
  );
}

/** Where a turn names its model. */
function placeIn(source: Answer | LiveStream): string {
  return source instanceof Answer ? '/data/usage/model' : '/usage/model';
}

/** How often a model is asked for its names. */
const ASKED = 3;

/**
 * Whether a name in usage shows that another model answered. A third name proves nothing, since a model may have several.
 *
 * @param known a name of the model with this id
 * @param others names of other models
 */
export async function isOther(
  t: CheckContext,
  model_id: unknown,
  name: unknown,
  known: unknown,
  others: readonly unknown[],
): Promise<boolean> {
  if (name === known || !others.includes(name)) return false;
  for (let asked = 1; asked <= ASKED; asked += 1)
    if ((await answeredBy(t, 'blocking', { model_id })).model === name) return false;
  return true;
}

/** The model that answered a turn, by its name in usage. @throws CannotGoOn when the turn shows none */
export async function answeredBy(
  t: CheckContext,
  channel: Channel,
  members: JsonObject,
  options: SendOptions = {},
): Promise<{ readonly source: Answer | LiveStream; readonly model: unknown }> {
  const source = await t.attempt(channel, t.plain(members), options);
  const { usage } = await completedTurn(t, source);
  const model = isObject(usage) ? usage.model : undefined;
  t.require(model !== undefined, 'the turn shows no usage.model');
  return { source, model };
}
