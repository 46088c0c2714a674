import type { CauseId, Need, RequirementId } from '../../../../../generated/ids.d.ts';
import type { SendOptions, Turn } from '../../../drive/actor.ts';
import { Answer } from '../../../drive/answer.ts';
import type { LiveStream } from '../../../drive/live-stream.ts';
import type { JsonObject } from '../../../judge/json.ts';
import { ALLOWLIST_BLOCKS, idsListed } from '../../check-kit/catalog.ts';
import { makeChat } from '../../check-kit/chats.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { CHANNELS, type Channel, type CheckContext } from '../../check-kit/context.ts';
import { expectRefusal } from '../../check-kit/refused-turn.ts';
import { citing, finish, selecting } from '../../check-kit/turns.ts';
import { addMembers, withUnrelatedMembers } from '../../check-kit/unrelated-members.ts';
import { expectNoTurn } from './sends.ts';

/** A turn that the service must accept, or must refuse with any 4xx, over each channel. */
interface Place {
  /** Last part of the ids of checks. */
  readonly name: string;
  /** Why the service must refuse it; absent if it must accept it. */
  readonly cause?: CauseId;
  readonly requirement: RequirementId;
  readonly needs?: readonly Need[];
  readonly channels?: readonly Channel[];
  make(t: CheckContext): Turn;
}

/** Sizes around the limits of section 8. Metadata stays far from its limit, however it is serialised and counted. */
const SMALL_METADATA = { note: 'm'.repeat(1200) };
const LARGE_METADATA = { note: 'm'.repeat(6000) };
const MOST_AGENTS = 15;

const TAKEN: readonly Place[] = [
  {
    name: 'small-metadata',
    requirement: R['turns.metadata.limit'],
    make: (t) => t.plain({ metadata: SMALL_METADATA }),
  },
  {
    name: 'fifteen-agents',
    requirement: R['turns.agents.limit'],
    needs: ['resource:16_agents'],
    make: (t) => attaching(t, 'agent_ids', t.resources('16_agents').slice(0, MOST_AGENTS)),
  },
  {
    name: 'fifteen-cited-agents',
    requirement: R['turns.agents.merged-with-citations'],
    needs: ['resource:16_agents'],
    make: (t) => citing(t, t.resources('16_agents').slice(0, MOST_AGENTS)),
  },
  {
    name: 'fifteen-agents-of-both',
    requirement: R['turns.agents.merged-with-citations'],
    needs: ['resource:16_agents'],
    make(t) {
      const agents = t.resources('16_agents').slice(0, MOST_AGENTS);
      return selecting(t, agents.slice(7), agents.slice(0, 7));
    },
  },
  {
    name: 'cited-principal',
    requirement: R['turns.principal.selected-by-citation'],
    needs: ['resource:agent'],
    make: (t) => ({ ...citing(t, [t.resource('agent')]), principal_agent_id: t.resource('agent') }),
  },
  {
    name: 'cited-principal-beside-attached',
    requirement: R['turns.principal.selected-by-citation'],
    needs: ['resource:16_agents'],
    make(t) {
      const [principal = 0, ...others] = t.resources('16_agents');
      return { ...selecting(t, others.slice(0, 2), [principal]), principal_agent_id: principal };
    },
  },
  {
    name: 'attached-principal-beside-cited',
    requirement: R['turns.principal.optional'],
    needs: ['resource:16_agents'],
    make(t) {
      const [principal = 0, ...others] = t.resources('16_agents');
      return { ...selecting(t, [principal], others.slice(0, 2)), principal_agent_id: principal };
    },
  },
  {
    name: 'attached-principal',
    requirement: R['turns.principal.optional'],
    needs: ['resource:agent'],
    make(t) {
      const agents = t.resources('agent').slice(0, MOST_AGENTS);
      return { ...attaching(t, 'agent_ids', agents), principal_agent_id: agents.at(-1) };
    },
  },
];

const REFUSED: readonly Place[] = [
  {
    name: 'large-metadata',
    cause: 'too-long',
    requirement: R['turns.metadata.limit'],
    make: (t) => t.plain({ metadata: LARGE_METADATA }),
  },
  {
    // Fewer characters than the limit has bytes, but more bytes in every encoding.
    name: 'wide-metadata',
    cause: 'too-long',
    requirement: R['turns.metadata.limit'],
    make: (t) => t.plain({ metadata: { note: '語'.repeat(1900) } }),
  },
  {
    name: 'large-nested-metadata',
    cause: 'too-long',
    requirement: R['turns.metadata.limit'],
    make: (t) => t.plain({ metadata: { outer: { list: [LARGE_METADATA] } } }),
  },
  {
    name: 'many-small-metadata',
    cause: 'too-long',
    requirement: R['turns.metadata.limit'],
    make: (t) =>
      t.plain({
        metadata: Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`member_${at}`, at])),
      }),
  },
];

/** Agents of a turn that break a rule of section 7 on both channels, for each way to select them. */
const AGENT_FAULTS: readonly (Place & { readonly row: 'too-many-agents' | 'invalid-agents' })[] = [
  {
    name: 'sixteen-agents',
    cause: 'too-many-agents',
    requirement: R['errors.too-many-agents.answer'],
    row: 'too-many-agents',
    needs: ['resource:16_agents'],
    make: (t) => attaching(t, 'agent_ids', t.resources('16_agents').slice(0, MOST_AGENTS + 1)),
  },
  {
    name: 'sixteen-cited-agents',
    cause: 'too-many-agents',
    requirement: R['errors.too-many-agents.answer'],
    row: 'too-many-agents',
    needs: ['resource:16_agents'],
    make: (t) => citing(t, t.resources('16_agents').slice(0, MOST_AGENTS + 1)),
  },
  {
    name: 'one-cited-too-many',
    cause: 'too-many-agents',
    requirement: R['errors.too-many-agents.answer'],
    row: 'too-many-agents',
    needs: ['resource:16_agents'],
    make: (t) => ({
      ...citing(t, t.resources('16_agents').slice(MOST_AGENTS, MOST_AGENTS + 1)),
      attachments: { agent_ids: t.resources('16_agents').slice(0, MOST_AGENTS) },
    }),
  },
  {
    name: 'sixteen-agents-with-principal',
    cause: 'too-many-agents',
    requirement: R['errors.too-many-agents.answer'],
    row: 'too-many-agents',
    needs: ['resource:16_agents'],
    make(t) {
      const agents = t.resources('16_agents').slice(0, MOST_AGENTS + 1);
      return { ...attaching(t, 'agent_ids', agents), principal_agent_id: agents[0] };
    },
  },
  {
    name: 'principal-alone',
    cause: 'unselected-principal',
    requirement: R['errors.invalid-agents.answer'],
    row: 'invalid-agents',
    needs: ['resource:agent'],
    make: (t) => t.plain({ principal_agent_id: t.resource('agent') }),
  },
  {
    name: 'principal-beside-attached',
    cause: 'unselected-principal',
    requirement: R['errors.invalid-agents.answer'],
    row: 'invalid-agents',
    needs: ['resource:16_agents'],
    make(t) {
      const [principal, ...others] = t.resources('16_agents');
      return { ...attaching(t, 'agent_ids', others.slice(0, 2)), principal_agent_id: principal };
    },
  },
  {
    name: 'principal-beside-cited',
    cause: 'unselected-principal',
    requirement: R['errors.invalid-agents.answer'],
    row: 'invalid-agents',
    needs: ['resource:16_agents'],
    make(t) {
      const [principal, ...others] = t.resources('16_agents');
      return { ...citing(t, others.slice(0, 2)), principal_agent_id: principal };
    },
  },
];

/** What a turn may and may not carry, over each channel (sections 4.2 and 8). */
export const acceptedAndRefusedChecks: readonly Check[] = [
  ...eachPlace(TAKEN, async (t, channel, { requirement, make }) => {
    const chatId = t.freshId();
    const sent = await t.attempt(channel, make(t), { chatId });
    t.expect(requirement).accepts(sent);
    if (!(sent instanceof Answer)) await finish(t, sent);
    // The judge compares the listed turn with the send and with its answer.
    t.requireSuccess(await t.main.history(chatId));
  }),
  ...eachPlace(REFUSED, async (t, channel, { requirement, make }) => {
    const chatId = t.freshId();
    const sent = await t.attempt(channel, make(t), { chatId });
    if (await expectRefusal(t, sent, requirement)) await expectNoTurn(t, requirement, chatId);
    for (const dressing of await withUnrelatedMembers(t)) {
      const { chatId: other } = dressing;
      await expectRefusal(
        t,
        await t.attempt(channel, addMembers(make(t), dressing), { chatId: other }),
        requirement,
      );
    }
  }),
  ...eachPlace(AGENT_FAULTS, async (t, channel, { requirement, make, row }) => {
    const chatId = t.freshId();
    const claim = t.expect(requirement);
    claim.failsWith(await t.attempt(channel, make(t), { chatId }), row);
    await expectNoTurn(t, requirement, chatId);
    for (const dressing of await withUnrelatedMembers(t)) {
      const { chatId: other } = dressing;
      claim.failsWith(await t.attempt(channel, addMembers(make(t), dressing), { chatId: other }), row);
    }
  }),
];

function eachPlace<Kind extends Place>(
  places: readonly Kind[],
  run: (t: CheckContext, channel: Channel, place: Kind) => Promise<void>,
): readonly Check[] {
  return places.flatMap((place) =>
    (place.channels ?? CHANNELS).map((channel) =>
      check({
        id: `turns.places.${place.name}.${channel}`,
        situations: [
          { probe: place.cause ? 'refused selection' : 'selection', selection: place.name, channel },
        ],
        requirements: [place.requirement],
        ...(place.cause && { arranges: [place.cause] }),
        needs: place.needs ?? [],
        run: (t) => run(t, channel, place),
      }),
    ),
  );
}

function attaching(t: CheckContext, member: string, ids: readonly unknown[]): Turn {
  return t.plain({ attachments: { [member]: ids } });
}

/** For each part of the catalog, the requirement that a turn can attach its resources. */
const ATTACHED = {
  libraries: 'turns.attachments.workspace-ids',
  skills: 'turns.attachments.skill-ids',
  connectors: 'turns.attachments.connector-ids',
  agents: 'turns.attachments.agent-ids',
} as const;

/** Two resources from each part of the catalog. That a turn can attach their ids is an inference. */
export const twoOfEachChecks: readonly Check[] = ALLOWLIST_BLOCKS.flatMap(({ name, attachment }) =>
  CHANNELS.map((channel) => {
    const requirement = ATTACHED[name];
    return check({
      id: `turns.places.two-${name}.${channel}`,
      situations: [{ probe: 'two of a kind', selection: name, channel }],
      requirements: [requirement],
      async run(t) {
        const ids = idsListed(t.requireSuccess(await t.main.get('/chat/catalog')), name).slice(0, 2);
        const sent = await t.attempt(channel, {
          ...attaching(t, attachment, ids),
          permission_mode: 'auto',
        });
        t.expect(requirement).accepts(sent);
        if (!(sent instanceof Answer)) await finish(t, sent);
      },
    });
  }),
);

/** The model that answered a turn, by its name in usage. */
export const turnModelChecks: readonly Check[] = CHANNELS.map((channel) =>
  check({
    id: `turns.places.model.${channel}`,
    situations: [{ probe: 'model', channel }],
    requirements: [R['turns.model.from-chat'], R['turns.model.optional']],
    needs: ['resource:two_models'],
    async run(t) {
      const [one, two] = t.resources('two_models');
      const ask = (members: JsonObject, options?: SendOptions) => modelOf(t, channel, members, options);
      const ofOne = await ask({ model_id: one });
      const ofTwo = await ask({ model_id: two });
      // The profile names two models with different names in usage.
      t.expect('turns.model.optional').isTrue(
        ofTwo.source,
        ofOne.model !== ofTwo.model,
        'the names of two models',
        ofTwo.model,
        '/usage/model',
      );
      // In a chat with the default model of turns, nothing would show whether the chat's own model answered.
      const isDefault = (await ask({})).model === ofTwo.model;
      const [chats, its, own, other] = isDefault ? [one, ofOne, two, ofTwo] : [two, ofTwo, one, ofOne];
      const { id: chatId } = await makeChat(t, { model_id: chats });
      const first = await ask({}, { chatId });
      t.expect('turns.model.from-chat').equals(first.source, first.model, its.model, '/usage/model');
      const named = await ask({ model_id: own }, { chatId });
      t.expect('turns.model.optional').equals(named.source, named.model, other.model, '/usage/model');
      const after = await ask({}, { chatId });
      t.expect('turns.model.from-chat').equals(after.source, after.model, its.model, '/usage/model');
    },
  }),
);

async function modelOf(
  t: CheckContext,
  channel: Channel,
  members: JsonObject,
  options: SendOptions = {},
): Promise<{ readonly source: Answer | LiveStream; readonly model: unknown }> {
  const source = await t.attempt(channel, t.plain(members), options);
  const data =
    source instanceof Answer ? t.requireSuccess(source).data : ((await finish(t, source))?.data ?? {});
  const model = (data.usage as JsonObject | null | undefined)?.model;
  t.require(model !== undefined, 'the turn shows no usage.model');
  return { source, model };
}
