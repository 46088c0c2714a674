import type { RequirementId } from '../../../../../generated/ids.d.ts';
import { isInteger, writeJson } from '../../../../exact-json/exact-number.ts';
import type { Answer } from '../../../drive/answer.ts';
import type { LiveStream } from '../../../drive/live-stream.ts';
import { isObject, type JsonObject, objectsIn } from '../../../judge/json.ts';
import { idsListed } from '../../check-kit/catalog.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { CHANNELS, type Channel, type CheckContext } from '../../check-kit/context.ts';
import { skillsBeside } from '../../check-kit/skills.ts';
import { completedTurn } from '../../check-kit/turns.ts';

/** How many times the turns are sent before a difference counts, since a search may give different results each time. */
const ATTEMPTS = 2;

/** How many words of the question are searched individually. */
const WORDS = 3;

/** Each attached library and file is searched, wherever it appears in its list (sections 2.3 and 4.2). */
export const sourceChecks: readonly Check[] = CHANNELS.map((channel) =>
  check({
    id: `turns.sources.each-attached.${channel}`,
    requirements: [R['turns.attachments.workspace-ids'], R['turns.attachments.file-ids']],
    needs: ['scenario:sources'],
    async run(t) {
      const { attachments } = t.scenario('sources');
      const { workspace_ids: libraries } = isObject(attachments) ? attachments : {};
      const library: unknown = Array.isArray(libraries) ? libraries[0] : undefined;
      t.skipIf(library === undefined, 'the scenario sources attaches no library');
      const found = await search(t, channel, { workspace_ids: [library] });
      const files = [...new Set(found.files)];
      t.skipIf(files.length === 0, 'the turn shows no sources');
      const catalog = t.requireSuccess(await t.main.get('/chat/catalog'));
      const other = idsListed(catalog, 'libraries').find((id) => id !== library);
      if (other !== undefined) {
        await expectEach(t, channel, 'turns.attachments.workspace-ids', 'workspace_ids', [
          [library, other],
          [other, library],
        ]);
        await expectOnly(t, channel, other);
      }
      const [one, two] = files;
      const further = await furtherMembers(t);
      await expectBeside(
        t,
        channel,
        'turns.attachments.workspace-ids',
        { workspace_ids: [library] },
        further,
      );
      await expectBeside(t, channel, 'turns.attachments.file-ids', { file_ids: [one] }, further);
      if (two !== undefined)
        await expectEach(t, channel, 'turns.attachments.file-ids', 'file_ids', [
          [one, two],
          [two, one],
        ]);
    },
  }),
);

/** Expects that a question finds the same results in any order of the attached resources. */
async function expectEach(
  t: CheckContext,
  channel: Channel,
  requirement: RequirementId,
  member: string,
  orders: readonly (readonly unknown[])[],
): Promise<void> {
  const attempts: Found[][] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const each: Found[] = [];
    for (const ids of orders) each.push(await search(t, channel, { [member]: ids }));
    if (textOf(each[0]) === textOf(each[1])) return;
    attempts.push(each);
  }
  const [first, second] = attempts as [Found[], Found[]];
  // If the same turn gives different results, a difference says nothing about the order.
  if (first.some((each, at) => textOf(each) !== textOf(second[at]))) return;
  t.expect(requirement).equals(
    first[1]?.source as Found['source'],
    first[1]?.files,
    first[0]?.files,
    '/sources',
  );
}

/** Expects that nothing is found outside the one attached library, even if it contains no answer. */
async function expectOnly(t: CheckContext, channel: Channel, library: unknown): Promise<void> {
  const { content } = t.scenario('sources');
  // Whatever its subject, the library is unlikely to contain every one of these words.
  const words = [...new Set(String(content).match(/\p{L}{5,}/gu))].sort(
    (one, other) => other.length - one.length,
  );
  for (const asked of [content, ...words.slice(0, WORDS)]) {
    const { source, libraries } = await search(t, channel, { workspace_ids: [library] }, { content: asked });
    t.expect('turns.attachments.workspace-ids').isTrue(
      source,
      libraries.every((each) => each === library),
      `sources of the library ${library}, which the turn attaches`,
      libraries,
      '/sources',
    );
  }
}

/** Members of a turn that are unrelated to its sources, as far as the catalog provides them. */
async function furtherMembers(t: CheckContext): Promise<JsonObject> {
  const catalog = t.requireSuccess(await t.main.get('/chat/catalog'));
  const [agent] = idsListed(catalog, 'agents');
  return {
    attachments: {
      skill_ids: await skillsBeside(t, 1),
      mcp_server_ids: idsListed(catalog, 'connectors').slice(0, 1),
      ...(agent !== undefined && { agent_ids: [agent] }),
    },
    ...(agent !== undefined && { principal_agent_id: agent }),
    metadata: { order: 4410 },
  };
}

/** Expects that a question finds something in the attached resources, whatever else the turn carries. */
async function expectBeside(
  t: CheckContext,
  channel: Channel,
  requirement: RequirementId,
  searched: JsonObject,
  { attachments, ...members }: JsonObject,
): Promise<void> {
  const alone = await search(t, channel, searched);
  if (alone.files.length === 0) return;
  const all = { ...(attachments as JsonObject), ...searched };
  for (let attempt = 1; ; attempt += 1) {
    const { source, files } = await search(t, channel, all, members);
    if (files.length > 0) return;
    // If a search sometimes finds nothing, an empty result says nothing about the other members.
    const isEmpty = (await search(t, channel, searched)).files.length === 0;
    if (isEmpty) return;
    if (attempt < ATTEMPTS) continue;
    t.expect(requirement).isTrue(source, false, 'sources, as without the other members', 'none', '/sources');
    return;
  }
}

interface Found {
  readonly source: Answer | LiveStream;
  /** The files of the sources, ordered by id. */
  readonly files: readonly unknown[];
  /** The libraries of the sources. */
  readonly libraries: readonly unknown[];
}

function textOf(found: Found | undefined): string {
  return writeJson(found?.files);
}

/** Asks the scenario's question in a new chat. */
async function search(
  t: CheckContext,
  channel: Channel,
  attachments: JsonObject,
  members: JsonObject = {},
): Promise<Found> {
  const turn = t.scenario('sources', { ...members, attachments, permission_mode: 'auto' });
  const source = await t.attempt(channel, turn);
  const { sources } = await completedTurn(t, source);
  const files = objectsIn(sources)
    .map(({ file_id }) => file_id)
    .filter(isInteger);
  const libraries = objectsIn(sources).map(({ workspace_id: library }) => library);
  return { source, files: files.sort((one, other) => (one < other ? -1 : 1)), libraries };
}
