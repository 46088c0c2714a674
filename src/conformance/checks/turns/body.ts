import { anyModel } from '../../check-kit/catalog.ts';
import { makeChat } from '../../check-kit/chats.ts';
import { type Check, check } from '../../check-kit/check.ts';
import { CHANNELS, type CheckContext } from '../../check-kit/context.ts';
import { finish } from '../../check-kit/turns.ts';
import { Answer } from '../../drive/answer.ts';
import type { JsonObject } from '../../judge/json.ts';
import { objectsIn } from '../../judge/json.ts';
import { expectNoTurn } from './sends.ts';

const LONGEST_CONTENT = 64_000;
/** Whatever way they are serialized, these are far from 2,048 bytes. */
const METADATA = {
  small: { note: 'm'.repeat(1200) },
  large: { note: 'm'.repeat(6000) },
};

/** What a turn's body holds, apart from its attachments: content, model and metadata (section 4.2). */
export const turnBodyChecks: readonly Check[] = [
  check({
    id: 'turns.content.required',
    requirements: ['turns.content.required'],
    async run(t) {
      const row = t.expect('turns.content.required');
      row.accepts(await t.main.send(t.plain()));

      const chatId = t.freshId();
      row.isRefused(await t.main.send(t.plain({ content: undefined }), { chatId }));
      await expectNoTurn(t, 'turns.content.required', chatId);
    },
  }),

  check({
    id: 'turns.stream.content-required',
    requirements: ['turns.stream.content-required'],
    async run(t) {
      const sent = await t.attempt('streaming', t.plain({ content: undefined }));

      t.expect('turns.stream.content-required').isRefused(sent);
    },
  }),

  check({
    id: 'turns.content.limit',
    requirements: ['turns.content.limit'],
    async run(t) {
      const row = t.expect('turns.content.limit');
      const send = (length: number) =>
        t.main.send(t.plain({ content: 'Answer with one word. '.padEnd(length, 'a') }));

      row.failsWith(await send(LONGEST_CONTENT + 1), 'content-too-long');
      row.accepts(await send(LONGEST_CONTENT));
    },
  }),

  check({
    id: 'turns.stream.same-body',
    requirements: ['turns.stream.same-body'],
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
    id: 'turns.model.optional',
    requirements: ['turns.model.optional'],
    async run(t) {
      const model_id = await anyModel(t);
      const row = t.expect('turns.model.optional');

      row.accepts(await t.main.send(t.plain({ model_id })));
      row.accepts(await t.main.send(t.plain({ model_id: undefined })));
    },
  }),

  check({
    id: 'turns.model.from-chat',
    requirements: ['turns.model.from-chat'],
    needs: ['resource:two_models'],
    async run(t) {
      const [one, two] = t.resources('two_models');
      const names = [await answeringModel(t, { model_id: one }), await answeringModel(t, { model_id: two })];
      t.assume(names[0] !== names[1], 'usage.model does not tell the two models apart');

      for (const [index, model_id] of [one, two].entries()) {
        const { id: chatId } = await makeChat(t, { model_id });
        const answer = t.given(await t.main.send(t.plain({ model_id: undefined }), { chatId }));
        const name = modelOf(answer.data);
        // A third name proves nothing: what a model is called in the usage is open.
        t.assume(names.includes(name), 'usage.model names neither of the two models');
        t.expect('turns.model.from-chat').equals(answer, name, names[index], '/data/usage/model');
      }
    },
  }),

  check({
    id: 'turns.model.from-company',
    requirements: ['turns.model.from-company'],
    async run(t) {
      const { id: chatId, answer: chat } = await makeChat(t);
      t.assume((chat.data.model_id ?? null) === null, 'a chat that is given no model has one');

      // Which model is the company's, no operation says; that one answers can be seen.
      t.expect('turns.model.from-company').accepts(
        await t.main.send(t.plain({ model_id: undefined }), { chatId }),
      );
    },
  }),

  check({
    id: 'turns.model.unknown-not-answered',
    requirements: ['turns.model.unknown-not-answered'],
    async run(t) {
      const known = objectsIn((await readCatalog(t)).models).map(({ id }) => Number(id));
      const answer = await t.main.send(t.plain({ model_id: Math.max(0, ...known) + 1_000_003 }));

      t.expect('turns.model.unknown-not-answered').holds(
        answer,
        !(answer.isSuccess && answer.data.status === 'completed'),
        'no completed answer of a model that the catalog does not have',
        answer.data.status,
        '/data/status',
      );
    },
  }),

  check({
    id: 'turns.metadata.optional',
    requirements: ['turns.metadata.optional'],
    async run(t) {
      const row = t.expect('turns.metadata.optional');
      for (const channel of CHANNELS) {
        const sent = await t.attempt(
          channel,
          t.plain({ metadata: { order: 4410, tags: ['a', null, true] } }),
        );
        row.accepts(sent);
        // Only the end of a stream echoes what was sent, and the judge of the wire has to see it.
        if (!(sent instanceof Answer)) await finish(t, sent);
        row.accepts(await t.attempt(channel, t.plain({ metadata: undefined })));
      }
    },
  }),

  check({
    id: 'turns.metadata.limit',
    requirements: ['turns.metadata.limit'],
    async run(t) {
      const row = t.expect('turns.metadata.limit');
      row.accepts(await t.main.send(t.plain({ metadata: METADATA.small })));
      row.isNoSuccess(await t.main.send(t.plain({ metadata: METADATA.large })));
    },
  }),

  check({
    id: 'turns.metadata.hidden-from-model',
    requirements: ['turns.metadata.hidden-from-model'],
    needs: ['scenario:echo_model'],
    async run(t) {
      const secret = t.freshId();
      const answer = t.given(await t.main.send(t.scenario('echo_model', { metadata: { order: secret } })));

      t.expect('turns.metadata.hidden-from-model').holds(
        answer,
        !String(answer.data.content).includes(secret),
        'an answer without what stands in the metadata',
        answer.data.content,
        '/data/content',
      );
    },
  }),
];

/** What a credential's turns can use. A block that is not there is undefined. */
async function readCatalog(t: CheckContext): Promise<JsonObject> {
  return t.given(await t.main.get('/chat/catalog')).data;
}

/** Id of the first item of a block of the catalog. */
function firstId(block: unknown): unknown {
  return objectsIn(block)[0]?.id;
}

function firstIds(block: unknown): unknown[] {
  return objectsIn(block)
    .slice(0, 1)
    .map(({ id }) => id);
}

/** What usage calls the model that answers a turn. */
export async function answeringModel(t: CheckContext, members: JsonObject): Promise<unknown> {
  return modelOf(t.given(await t.main.send(t.plain(members))).data);
}

function modelOf({ usage }: JsonObject): unknown {
  return (usage as JsonObject | null | undefined)?.model;
}
