import { Answer } from '../../../drive/answer.ts';
import type { JsonObject } from '../../../judge/json.ts';
import { objectsIn } from '../../../judge/json.ts';
import { idsBeyond } from '../../check-kit/catalog.ts';
import { makeChat } from '../../check-kit/chats.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { CHANNELS, type CheckContext } from '../../check-kit/context.ts';
import { toldByTasks, withScript } from '../../check-kit/scripted-turn.ts';
import { completedTurn } from '../../check-kit/turns.ts';

/** Sizes far from the limit of 2,048 bytes, however the service serialises and counts them. */
const METADATA = {
  small: { note: 'm'.repeat(1200) },
  large: { note: 'm'.repeat(6000) },
};

/** The body of a turn without its attachments: content, model and metadata (section 4.2). */
export const turnBodyChecks: readonly Check[] = [
  check({
    id: 'turns.stream.same-body',
    requirements: [R['turns.stream.same-body']],
    async run(t) {
      const { models, libraries, skills, connectors, agents } = await readCatalog(t);
      const principal = firstId(agents);
      const body = {
        model_id: firstId(models),
        permission_mode: 'auto',
        metadata: { note: 'Both sends take this.' },
        attachments: {
          workspace_ids: firstIds(libraries),
          skill_ids: firstIds(skills),
          mcp_server_ids: firstIds(connectors),
          agent_ids: firstIds(agents),
        },
        ...(principal !== undefined && { principal_agent_id: principal }),
      };

      t.expect('turns.stream.same-body').accepts(await t.attempt('streaming', t.plain(body)));
    },
  }),

  check({
    id: 'turns.model.from-chat',
    requirements: [R['turns.model.from-chat']],
    needs: ['resource:two_models'],
    async run(t) {
      const [one, two] = t.resources('two_models');
      const names = [await answeringModel(t, { model_id: one }), await answeringModel(t, { model_id: two })];
      t.require(names[0] !== names[1], 'usage.model is the same for both models');

      for (const [index, model_id] of [one, two].entries()) {
        const { id: chatId } = await makeChat(t, { model_id });
        const answer = t.requireSuccess(await t.main.send(t.plain({ model_id: undefined }), { chatId }));
        const name = modelOf(answer.data);
        // A third name proves nothing, since the contract does not specify the names of models in usage.
        t.require(names.includes(name), 'usage.model names neither of the two models');
        t.expect('turns.model.from-chat').equals(answer, name, names[index], '/data/usage/model');
      }
    },
  }),

  check({
    id: 'turns.model.from-company',
    requirements: [R['turns.model.from-company']],
    async run(t) {
      const { id: chatId, answer: chat } = await makeChat(t);
      t.require((chat.data.model_id ?? null) === null, 'a chat that was created without a model has one');

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
      const known = objectsIn((await readCatalog(t)).models).map(({ id }) => Number(id));
      await expectNoAnswerBy(t, Math.max(0, ...known) + 1_000_003);
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

  check({
    id: 'turns.metadata.limit',
    requirements: [R['turns.metadata.limit']],
    async run(t) {
      const claim = t.expect('turns.metadata.limit');
      claim.accepts(await t.main.send(t.plain({ metadata: METADATA.small })));
      claim.isNoSuccess(await t.main.send(t.plain({ metadata: METADATA.large })));
    },
  }),

  check({
    id: 'turns.metadata.hidden-from-model',
    requirements: [R['turns.metadata.hidden-from-model']],
    needs: ['scenario:echo_model'],
    async run(t) {
      const chatId = t.freshId();
      const secrets = [t.freshId(), t.freshId()];
      // The later turn's model also receives the earlier turn.
      for (const [at, channel] of (['streaming', 'blocking'] as const).entries()) {
        const turn = t.scenario('echo_model', { permission_mode: 'auto', metadata: { order: secrets[at] } });
        const sent = await t.attempt(channel, turn, { chatId });
        const { content } = await completedTurn(t, sent);
        t.expect('turns.metadata.hidden-from-model').isTrue(
          sent,
          !secrets.some((secret) => String(content).includes(secret)),
          'content without the value from the metadata',
          content,
          sent instanceof Answer ? '/data/content' : '/content',
        );
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
      for (const channel of CHANNELS) {
        const sent = await t.attempt(channel, turn);
        const { content } = await completedTurn(t, sent);
        const expected = 'content without the value from the metadata';
        t.expect('turns.metadata.hidden-from-model').isTrue(
          sent,
          !String(content).includes(secret),
          expected,
          content,
          '/content',
        );
      }
    },
  }),
];

/** A model outside the catalog must not answer a turn. */
async function expectNoAnswerBy(t: CheckContext, model_id: number): Promise<void> {
  const answer = await t.main.send(t.plain({ model_id }));
  t.expect('turns.model.unknown-not-answered').isTrue(
    answer,
    !(answer.isSuccess && answer.data.status === 'completed'),
    'no completed answer by a model that the catalog does not list',
    answer.data.status,
    '/data/status',
  );
}

async function readCatalog(t: CheckContext): Promise<JsonObject> {
  return t.requireSuccess(await t.main.get('/chat/catalog')).data;
}

/** The id of the first item in a part of the catalog. */
function firstId(block: unknown): number | undefined {
  return firstIds(block)[0];
}

function firstIds(block: unknown): number[] {
  return objectsIn(block)
    .slice(0, 1)
    .flatMap(({ id }) => (typeof id === 'number' ? [id] : []));
}

/** Sends a turn and returns the model's name in its usage. */
export async function answeringModel(t: CheckContext, members: JsonObject): Promise<unknown> {
  return modelOf(t.requireSuccess(await t.main.send(t.plain(members))).data);
}

/** The model's name in the usage of a turn. */
export function modelOf({ usage }: JsonObject): unknown {
  return (usage as JsonObject | null | undefined)?.model;
}
