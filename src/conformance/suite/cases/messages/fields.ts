import { isInteger } from '../../../../exact-json/exact-number.ts';
import type { Answer } from '../../../drive/answer.ts';
import type { LiveStream } from '../../../drive/live-stream.ts';
import { UnusableValue } from '../../../drive/unusable-value.ts';
import { isObject, type JsonObject, objectsIn } from '../../../judge/json.ts';
import { idsListed } from '../../check-kit/catalog.ts';
import { check, R } from '../../check-kit/check.ts';
import { CHANNELS, type Channel, type CheckContext } from '../../check-kit/context.ts';
import { showEverywhere } from '../../check-kit/shown-turn.ts';
import { completedTurn, nameEnd } from '../../check-kit/turns.ts';

/** The members of a turn that every answer and event shows (sections 2.3 and 6, A-46). The checks ignore other members. */
const MEMBERS = [
  'id',
  'chat_id',
  'role',
  'content',
  'usage',
  'steps',
  'sources',
  'anonymization',
  'metadata',
  'agent_runs',
];

/** Fewer characters than the limit, and more bytes than the columns of many databases hold. */
const LONG_PROMPT = `${'Größe für Größe, und weiter so. '.repeat(1900)}Danke.`;

/** The members of turns (section 2.3). agents.ts checks those about agents. */
export const messageChecks = [
  check({
    id: 'messages.replay.shape',
    requirements: [R['messages.replay.shape']],
    async run(t) {
      for (const channel of CHANNELS) {
        const { first, replay } = await showEverywhere(t, channel, t.plain());
        t.expect('messages.replay.shape').equals(replay.source, shapeOf(replay.turn), shapeOf(first.turn));
      }
    },
  }),

  ...[
    { name: '', content: (t: CheckContext) => t.plain().content },
    // A service that counts bytes may refuse it.
    { name: '.long', content: () => LONG_PROMPT },
  ].map(({ name, content }) =>
    check({
      id: `messages.prompt.as-sent${name}`,
      requirements: [R['messages.prompt.as-sent']],
      async run(t) {
        const chatId = t.freshId();
        const prompt = content(t);
        const sent = await t.main.send(t.plain({ content: prompt }), { chatId });
        t.skipIf(
          prompt === LONG_PROMPT && !sent.isSuccess,
          'the service or its model takes no prompt that is so long',
        );
        t.requireSuccess(sent);
        const history = t.requireSuccess(await t.main.history(chatId));
        t.expect('messages.prompt.as-sent').equals(
          history,
          history.items[0]?.prompt,
          prompt,
          '/data/0/prompt',
        );
      },
    }),
  ),

  ...[false, true].map((hasAgents) =>
    check({
      id: `messages.usage.null-without-consumption${hasAgents ? '.with-agents' : ''}`,
      requirements: [R['messages.usage.null-without-consumption']],
      needs: ['scenario:no_usage', ...(hasAgents ? (['resource:agent'] as const) : [])],
      async run(t) {
        const actor = t.actorOf('no_usage');
        const members = hasAgents ? { attachments: { agent_ids: [t.resource('agent')] } } : {};
        const stream = await t.open(t.scenario('no_usage', members), {}, actor);
        await stream.until('message.start');
        await actor.act(stream.chatId, 'cancel', {});
        const end = await stream.rest();
        t.require(end !== undefined && end.type !== 'message.error', `the turn ended with ${nameEnd(end)}`);
        t.expect('messages.usage.null-without-consumption').equals(stream, end?.data.usage, null, '/usage');
      },
    }),
  ),

  check({
    id: 'messages.sources.chunks-used',
    requirements: [R['messages.sources.chunks-used']],
    needs: ['scenario:sources'],
    async run(t) {
      const claim = t.expect('messages.sources.chunks-used');
      const { source, sources } = await sourcesOf(t, 'blocking');
      const used = 'an array with the chunks that were used';
      claim.isTrue(source, sources.length > 0, used, sources, '/data/sources');
      const streamed = await sourcesOf(t, 'streaming');
      claim.isTrue(streamed.source, streamed.sources.length > 0, used, streamed.sources, '/sources');
    },
  }),

  ...CHANNELS.map((channel) =>
    check({
      id: `messages.sources.of-file.${channel}`,
      requirements: [R['messages.sources.workspace-id'], R['messages.sources.file-id']],
      needs: ['scenario:sources'],
      async run(t) {
        const [found] = (await sourcesOf(t, channel)).sources;
        t.require(found !== undefined, 'the turn shows no sources');
        const { file_id: file, workspace_id: library } = found ?? {};
        if (!isInteger(file)) throw new UnusableValue('file_id of the sources');
        const { source, sources } = await sourcesOf(t, channel, { attachments: { file_ids: [file] } });
        const actor = t.actorOf('sources');
        // A file may belong to several libraries that the credential can use.
        const libraries = [
          library,
          ...idsListed(t.requireSuccess(await actor.get('/chat/catalog')), 'libraries'),
        ];
        for (const [index, shown] of sources.entries()) {
          t.expect('messages.sources.file-id').equals(
            source,
            shown.file_id,
            file,
            `/sources/${index}/file_id`,
          );
          t.expect('messages.sources.workspace-id').isTrue(
            source,
            libraries.includes(shown.workspace_id),
            `the library of the file, ${String(library)}`,
            shown.workspace_id,
            `/sources/${index}/workspace_id`,
          );
        }
      },
    }),
  ),

  ...CHANNELS.map((channel) =>
    check({
      id: `messages.sources.of-attached-file.${channel}`,
      requirements: [R['messages.sources.file-id']],
      needs: ['scenario:sources', 'resource:file'],
      async run(t) {
        const searched: UsedSources[] = [];
        for (const file of t.resources('file')) {
          const found = await sourcesOf(t, channel, { attachments: { file_ids: [file] } });
          searched.push(found);
          for (const [index, { file_id }] of found.sources.entries())
            t.expect('messages.sources.file-id').equals(
              found.source,
              file_id,
              file,
              `/sources/${index}/file_id`,
            );
        }
        t.skipIf(
          searched.every(({ sources }) => sources.length === 0),
          'no file answers the question',
        );
      },
    }),
  ),

  check({
    id: 'messages.anonymization.incognito-only',
    requirements: [R['messages.anonymization.incognito-only']],
    needs: ['scenario:anonymization'],
    async run(t) {
      const claim = t.expect('messages.anonymization.incognito-only');
      const actor = t.actorOf('anonymization');
      const replaced = t.requireSuccess(await actor.send(t.scenario('anonymization')));
      const filled = replaced.data.anonymization;
      claim.isTrue(
        replaced,
        !isEmpty(filled),
        'an object with the replacements',
        filled,
        '/data/anonymization',
      );
      const plain = t.requireSuccess(await t.main.send(t.plain()));
      const unfilled = plain.data.anonymization;
      claim.isTrue(plain, isEmpty(unfilled), 'no replacements', unfilled, '/data/anonymization');
    },
  }),
];

interface UsedSources {
  readonly source: Answer | LiveStream;
  readonly sources: readonly JsonObject[];
}

/** Asks the question of the scenario. */
async function sourcesOf(t: CheckContext, channel: Channel, members: JsonObject = {}): Promise<UsedSources> {
  const turn = t.scenario('sources', { permission_mode: 'auto', ...members });
  const source = await t.attempt(channel, turn, {}, t.actorOf('sources'));
  const { sources } = await completedTurn(t, source);
  return { source, sources: objectsIn(sources) };
}

/** The types of a turn's members, by name. Null counts as absent. */
function shapeOf(turn: JsonObject): JsonObject {
  return Object.fromEntries(MEMBERS.map((name) => [name, kindOf(turn[name])]));
}

function kindOf(value: unknown): string | null {
  return value === undefined || value === null ? null : Array.isArray(value) ? 'array' : typeof value;
}

function isEmpty(value: unknown): boolean {
  return !isObject(value) || Object.keys(value).length === 0;
}
