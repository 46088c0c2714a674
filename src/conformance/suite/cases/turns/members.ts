import type { JsonInteger } from '../../../../exact-json/exact-number.ts';
import type { Turn } from '../../../drive/actor.ts';
import { isObject, type JsonObject } from '../../../judge/json.ts';
import { idsListed } from '../../check-kit/catalog.ts';
import { makeChat } from '../../check-kit/chats.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import type { Channel, CheckContext } from '../../check-kit/context.ts';
import type { ShownTurn } from '../../check-kit/shown-turn.ts';
import { makeSkill } from '../../check-kit/skills.ts';
import { completedTurn, repeatsGiven } from '../../check-kit/turns.ts';
import { isOther } from './models.ts';

/** How a turn is sent: the channel, and the permission mode in the turn. */
const WAYS = {
  blocking: { channel: 'blocking', mode: 'auto' },
  auto: { channel: 'streaming', mode: 'auto' },
  manual: { channel: 'streaming', mode: 'manual' },
  default: { channel: 'streaming', mode: undefined },
} as const satisfies Readonly<Record<string, { channel: Channel; mode: string | undefined }>>;

type Way = keyof typeof WAYS;
/** A chat that the turn creates, an existing empty chat, or a chat with an earlier turn. */
type Place = 'new' | 'made' | 'later';
/** Where the model is set, and how agents are selected. */
type ModelOf = 'none' | 'turn' | 'chat' | 'both';
type Selected = 'none' | 'attached' | 'cited' | 'both';
type Further = 'principal' | 'skills' | 'connectors';

interface Row {
  readonly place: Place;
  readonly model: ModelOf;
  readonly agents: Selected;
  readonly further: readonly Further[];
}

const row = (place: Place, model: ModelOf, agents: Selected, ...further: readonly Further[]): Row => ({
  place,
  model,
  agents,
  further,
});

/** Turns with some of their members. Any two values that can occur together do so in at least one turn. */
export const ROWS: Readonly<Record<Way, readonly Row[]>> = {
  blocking: [
    row('new', 'none', 'none', 'connectors'),
    row('new', 'turn', 'both', 'principal', 'skills'),
    row('made', 'both', 'both', 'skills'),
    row('made', 'turn', 'attached', 'principal', 'skills', 'connectors'),
    row('made', 'chat', 'attached', 'connectors'),
    row('made', 'none', 'attached', 'skills', 'connectors'),
    row('later', 'turn', 'cited'),
    row('later', 'none', 'both'),
    row('later', 'both', 'attached', 'skills'),
    row('later', 'chat', 'both'),
  ],
  auto: [
    row('new', 'turn', 'attached'),
    row('made', 'chat', 'none', 'skills'),
    row('made', 'both', 'cited', 'principal', 'connectors'),
    row('later', 'none', 'both', 'principal', 'skills', 'connectors'),
  ],
  manual: [
    row('new', 'turn', 'both', 'principal', 'connectors'),
    row('made', 'none', 'none', 'skills'),
    row('made', 'turn', 'none', 'connectors'),
    row('later', 'chat', 'cited', 'principal', 'connectors'),
    row('later', 'both', 'attached', 'skills'),
  ],
  default: [
    row('new', 'none', 'cited', 'principal', 'skills'),
    row('made', 'chat', 'both', 'principal'),
    row('later', 'both', 'none', 'connectors'),
    row('later', 'turn', 'attached', 'connectors'),
  ],
};

const MODEL = R['turns.model.optional'];
const CHAT_MODEL = R['turns.model.from-chat'];
const SKILLS = R['turns.attachments.skill-ids'];
const CONDUCTS = R['turns.principal.conducts'];
const METADATA = R['messages.metadata.echoed'];

/**
 * Each member of a turn has its effect together with every other member, over both channels, in new and in existing chats (section 4.2).
 */
export const memberChecks: readonly Check[] = (Object.keys(WAYS) as Way[]).map((way) =>
  check({
    id: `turns.members.${way}`,
    requirements: [MODEL, CHAT_MODEL, SKILLS, CONDUCTS, METADATA],
    needs: ['scenario:echo_model', 'resource:two_models', 'resource:agent', 'resource:connector'],
    async run(t) {
      const content = contentOf(t);
      const [one, two] = t.resources('two_models');
      const names = [await nameOf(t, one), await nameOf(t, two)];
      const byDefault = await nameOf(t, undefined);
      const known: Known = {
        content,
        models: [one, two],
        names,
        byDefault,
        other: names[0] === byDefault ? 1 : 0,
        skills: await findSkills(t, content),
      };
      for (const [at, each] of ROWS[way].entries()) await tryRow(t, way, each, known, at % 2);
    },
  }),
);

/** What the turns of a check refer to. */
interface Known {
  readonly content: string;
  /** Two models, and their names in usage. */
  readonly models: readonly unknown[];
  readonly names: readonly unknown[];
  /** The name of the model that answers turns without one. */
  readonly byDefault: unknown;
  /** Which of the two models is not the company's default. */
  readonly other: 0 | 1;
  readonly skills: { readonly ids: readonly unknown[]; readonly texts: readonly string[] };
}

/** @param first which of the two models the turn names if its chat has the other one */
async function tryRow(t: CheckContext, way: Way, each: Row, known: Known, first: number): Promise<void> {
  const { model, further } = each;
  const { other } = known;
  const chosen = model === 'both' ? { turn: first, chat: 1 - first } : { turn: other, chat: other };
  const metadata = { order: `${way} ${first}`, urgent: false, copies: 0, notes: [null, 'Größe'] };
  const body: Turn = { ...bodyOf(t, each, known), metadata };
  const named = model === 'turn' || model === 'both' ? { model_id: known.models[chosen.turn] } : {};
  const ofChat = model === 'chat' || model === 'both' ? { model_id: known.models[chosen.chat] } : {};
  const shown = await show(t, way, { ...body, ...named }, each.place, ofChat);
  const { source, turn } = shown;

  t.expect(METADATA).equals(source, turn.metadata, metadata, '/metadata');
  const modelName = isObject(turn.usage) ? turn.usage.model : undefined;
  if (model !== 'none' && modelName !== undefined && known.names[0] !== known.names[1]) {
    const at = model === 'chat' ? chosen.chat : chosen.turn;
    const wanted = known.names[at];
    const others = [known.names[1 - at], known.byDefault];
    const isWrong = await isOther(t, known.models[at], modelName, wanted, others);
    const claim = t.expect(model === 'chat' ? CHAT_MODEL : MODEL);
    claim.isTrue(source, !isWrong, String(wanted), modelName, '/usage/model');
  }
  if (further.includes('skills'))
    for (const text of known.skills.texts)
      t.expect(SKILLS).isTrue(
        source,
        String(turn.content).includes(text),
        'a model that is given the instructions of every attached skill',
        turn.content,
        '/content',
      );
  if (!further.includes('principal')) return;
  const alone = await show(t, way, { ...body, ...named, principal_agent_id: undefined }, each.place, ofChat);
  t.expect(CONDUCTS).isTrue(
    source,
    turn.content !== alone.turn.content,
    'a model that is given more than in the same turn without a principal',
    'the same',
    '/content',
  );
}

/** The body of a row's turn, without its model. */
function bodyOf(t: CheckContext, { agents, further }: Row, { content, skills }: Known): Turn {
  const [one, two = one] = t.resources('agent');
  const attached = agents === 'attached' || agents === 'both' ? [one] : [];
  const cited = agents === 'cited' || agents === 'both' ? [two] : [];
  const has = (member: Further) => further.includes(member);
  return {
    // The citation comes at the very beginning of the content, before the actual text.
    content: [...cited.map((id) => `{{agent:${id}}}`), content].join('\n\n'),
    attachments: {
      ...(attached.length > 0 && { agent_ids: attached }),
      ...(has('skills') && { skill_ids: skills.ids }),
      ...(has('connectors') && { mcp_server_ids: t.resources('connector') }),
    },
    ...(has('principal') && { principal_agent_id: attached[0] ?? cited[0] }),
  };
}

/** Sends a turn to the given kind of chat and reads its end. @throws CannotGoOn when it does not complete */
async function show(
  t: CheckContext,
  way: Way,
  turn: Turn,
  place: Place,
  ofChat: JsonObject,
): Promise<ShownTurn> {
  const { channel, mode } = WAYS[way];
  const chatId = place === 'new' ? t.freshId() : (await makeChat(t, ofChat)).id;
  if (place === 'later') t.requireSuccess(await t.main.send(t.plain(), { chatId }));
  const source = await t.attempt(channel, { ...turn, permission_mode: mode }, { chatId });
  return { source, turn: await completedTurn(t, source) };
}

/** The content of the scenario, whose script repeats the model's input. @throws NothingToSee when it has no such script */
function contentOf(t: CheckContext): string {
  const turn = t.scenario('echo_model');
  t.skipIf(!repeatsGiven(turn), 'no script of the profile repeats what the model is given');
  return turn.content;
}

/** The name of a model in usage. */
async function nameOf(t: CheckContext, model_id: unknown): Promise<unknown> {
  const { usage } = t.requireSuccess(await t.main.send(t.plain({ model_id }))).data;
  return isObject(usage) ? usage.model : undefined;
}

/**
 * Creates skills of each kind that a check can create. The texts are the parts of their instructions that the model receives at once. They
 * are empty if the service keeps instructions where the model can fetch them.
 */
async function findSkills(t: CheckContext, content: string): Promise<Known['skills']> {
  const [library] = idsListed(t.requireSuccess(await t.main.get('/chat/catalog')), 'libraries');
  const ofLibrary = { level: 'workspace', workspace_id: library };
  const texts: string[] = [];
  const ids: JsonInteger[] = [];
  const kinds = [{}, { visibility: 'public' }, ...(library === undefined ? [] : [ofLibrary])];
  for (const members of t.lacks('skills') ? [] : kinds) {
    const instructions = `Begin with ${t.freshId()}.`;
    ids.push((await makeSkill(t, { ...members, instructions })).id);
    texts.push(instructions);
  }
  const sent = await t.main.send({ content, attachments: { skill_ids: ids } });
  const given = String(t.requireSuccess(sent).data.content);
  return { ids, texts: texts.some((text) => given.includes(text)) ? texts : [] };
}
