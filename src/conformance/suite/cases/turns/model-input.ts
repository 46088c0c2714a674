import type { Need, RequirementId } from '../../../../../generated/ids.d.ts';
import type { JsonInteger } from '../../../../exact-json/exact-number.ts';
import type { Turn } from '../../../drive/actor.ts';
import type { Answer } from '../../../drive/answer.ts';
import type { LiveStream } from '../../../drive/live-stream.ts';
import { isObject, type JsonObject, objectsIn } from '../../../judge/json.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { CHANNELS, type Channel, type CheckContext } from '../../check-kit/context.ts';
import { makeSkill } from '../../check-kit/skills.ts';
import { chatOf, completedTurn, repeatsGiven } from '../../check-kit/turns.ts';

/** A way to select the principal of a turn, and the channel to test it on. */
interface PrincipalPlace {
  readonly name: string;
  readonly channel: Channel;
  /** The ids of the attached and cited agents. The last one is the principal. */
  select(agents: readonly JsonInteger[]): {
    readonly attached?: readonly JsonInteger[];
    readonly cited?: readonly JsonInteger[];
  };
  readonly needs?: readonly Need[];
  /** Whether the turn is the second one of its chat. */
  readonly isLater?: boolean;
  /** What else the turn contains; nothing by default. */
  bring?(t: CheckContext): Promise<Brought>;
}

interface Brought {
  readonly question?: string;
  readonly attachments?: unknown;
}

/** How many files are searched for in the model's input. */
const MOST_FILES = 4;

const PRINCIPAL_PLACES: readonly PrincipalPlace[] = [
  { name: 'attached', channel: 'blocking', select: (agents) => ({ attached: agents }) },
  { name: 'cited', channel: 'streaming', select: ([agent = 0]) => ({ cited: [agent] }) },
  {
    name: 'cited-beside-attached',
    channel: 'blocking',
    select: ([agent = 0, ...others]) => ({ attached: others, cited: [agent] }),
  },
  {
    name: 'beside-sources',
    channel: 'blocking',
    select: (agents) => ({ attached: agents }),
    needs: ['scenario:sources'],
    async bring(t) {
      const { content: question, attachments } = t.scenario('sources');
      return { question, attachments };
    },
  },
  {
    name: 'beside-skill',
    channel: 'streaming',
    select: (agents) => ({ attached: agents }),
    async bring(t) {
      const { id } = await makeSkill(t, { instructions: 'Begin with a greeting.' });
      return { attachments: { skill_ids: [id] } };
    },
  },
  {
    name: 'in-later-turn',
    channel: 'blocking',
    select: (agents) => ({ attached: agents }),
    isLater: true,
  },
];

const CONDUCTS = R['turns.principal.conducts'];
const SKILLS = R['turns.attachments.skill-ids'];
const REUSABLE = R['service.skills.reusable'];

/** What a turn gives its model as input, repeated by a scripted model (sections 1 and 4.2). */
export const modelInputChecks: readonly Check[] = [
  ...PRINCIPAL_PLACES.map(({ name, channel, select, needs = [], isLater, bring }) =>
    check({
      id: `turns.principal.conducts.${name}`,
      requirements: [CONDUCTS],
      needs: ['scenario:echo_model', 'resource:agent', ...needs],
      async run(t) {
        const agents = t.resources('agent').slice(0, 2);
        const { attached = [], cited = [] } = select(agents);
        const principal = [...attached, ...cited].at(-1);
        const { question, attachments }: Brought = (await bring?.(t)) ?? {};
        const before = [...cited.map((id) => `{{agent:${id}}}`), ...(question ? [question] : [])];
        const selected = {
          content: [...before, echoing(t).content].join('\n\n'),
          attachments: { ...(isObject(attachments) && attachments), agent_ids: attached },
        };
        const send = async (turn: JsonObject) =>
          give(t, channel, turn, isLater ? await chatOf(t) : undefined);
        const alone = await send(selected);
        const conducted = await send({ ...selected, principal_agent_id: principal });
        t.expect(CONDUCTS).isTrue(
          conducted.source,
          conducted.content !== alone.content,
          'a model that is given more than in the same turn without a principal',
          'the same',
          '/content',
        );
      },
    }),
  ),

  check({
    id: 'turns.given.skills',
    requirements: [SKILLS, REUSABLE],
    needs: ['scenario:echo_model'],
    async run(t) {
      const [before, now, other] = [t.freshId(), t.freshId(), t.freshId()];
      const changed = await makeSkill(t, { instructions: `Begin with ${before}.` });
      t.requireSuccess(await t.main.patch(changed.path, { instructions: `Begin with ${now}.` }));
      const second = await makeSkill(t, { instructions: `End with ${other}.` });
      // After it is deactivated and activated again, the skill is the same as before.
      for (let switched = 0; switched < 2; switched += 1)
        t.requireSuccess(await t.main.patch(`${second.path}/toggle`));
      const skill_ids = [changed.id, second.id];
      const given = await give(t, 'streaming', { attachments: { skill_ids } });
      expectTexts(t, [SKILLS, REUSABLE], given, [now, other]);
      t.expect(REUSABLE).isTrue(
        given.source,
        !given.content.includes(before),
        'the changed instructions',
        'those from before the change',
        '/content',
      );
    },
  }),

  check({
    id: 'turns.given.visible-skills',
    requirements: [SKILLS],
    needs: ['scenario:echo_model', 'resource:company_skill', 'resource:shared_skill'],
    async run(t) {
      const own = await makeSkill(t, { instructions: `Begin with ${t.freshId()}.` });
      const skills = [own.answer];
      for (const name of ['company_skill', 'shared_skill'] as const)
        skills.push(t.requireSuccess(await t.main.get(`/skills/${t.resource(name)}`)));
      // The contract does not say what an inactive skill does in a turn.
      const active = skills.map(({ data }) => data).filter(({ is_active }) => is_active === true);
      const given = await give(t, 'blocking', { attachments: { skill_ids: active.map(({ id }) => id) } });
      expectTexts(
        t,
        [SKILLS],
        given,
        active.map(({ instructions }) => plainPart(String(instructions))),
      );
    },
  }),

  ...CHANNELS.map((channel) =>
    check({
      id: `turns.given.sources.${channel}`,
      requirements: [R['messages.sources.chunks-used']],
      needs: ['scenario:sources', 'scenario:echo_model', 'resource:file'],
      async run(t) {
        const { content: question, attachments } = t.scenario('sources');
        const ask = async (attached: unknown): Promise<Given & { files: readonly unknown[] }> => {
          const content = `${question}\n\n${echoing(t).content}`;
          const source = await t.attempt(channel, { ...echoing(t), content, attachments: attached });
          const shown = await completedTurn(t, source);
          const files = objectsIn(shown.sources).map(({ file_id: id }) => id);
          return { source, content: String(shown.content), files };
        };
        const without = await ask({});
        const whole = await ask(attachments);
        for (const file of new Set([...t.resources('file'), ...whole.files].slice(0, MOST_FILES))) {
          // The text of a file is what the model receives in addition when the turn attaches only that file.
          const alone = await ask({ file_ids: [file] });
          const texts = alone.content
            .split('\n')
            .filter((line) => isText(line) && !without.content.includes(line));
          if (!texts.some((line) => whole.content.includes(line))) continue;
          const turns = [alone, whole];
          // A service may not use every text as a chunk of a library.
          if (!turns.some(({ files }) => files.includes(file))) continue;
          for (const { source, files } of turns)
            t.expect('messages.sources.chunks-used').isTrue(
              source,
              files.includes(file),
              `the file ${file}, whose text the model was given`,
              files,
              '/sources',
            );
        }
      },
    }),
  ),

  check({
    id: 'turns.attachments.connectors-in-any-order',
    requirements: [R['turns.attachments.connector-ids']],
    needs: ['scenario:interaction_in_auto'],
    async run(t) {
      const turn = t.scenario('interaction_in_auto', { permission_mode: 'auto' });
      const attachments = turn.attachments as JsonObject | undefined;
      const ids = attachments?.mcp_server_ids;
      if (!Array.isArray(ids) || ids.length < 2)
        return t.skipIf(true, 'the scenario interaction_in_auto attaches one connector');
      const reversed = { ...attachments, mcp_server_ids: [...ids].reverse() };
      const answers = [await t.main.send(turn), await t.main.send({ ...turn, attachments: reversed })];
      const isCut = answers.map(({ messageCode }) => messageCode === CUT);
      // The contract does not say which interactions cut a turn.
      t.skipIf(!isCut.includes(true), 'the turn is not cut');
      t.expect('turns.attachments.connector-ids').isTrue(
        answers[isCut.indexOf(false)] ?? (answers[0] as Answer),
        !isCut.includes(false),
        `${CUT}, as with the same connectors in another order`,
        answers[isCut.indexOf(false)]?.messageCode,
        '/message_code',
      );
    },
  }),
];

const CUT = 'interaction_in_auto_mode';

interface Given {
  readonly source: Answer | LiveStream;
  readonly content: string;
}

/** Whether a line is long enough to occur in only one file. */
function isText(line: string): boolean {
  return line.length > 40;
}

/** The scenario's turn, whose script repeats the model's input. @throws NothingToSee when it has no such script */
function echoing(t: CheckContext): Turn {
  const turn = t.scenario('echo_model', { permission_mode: 'auto' });
  t.skipIf(!repeatsGiven(turn), 'no script of the profile repeats what the model is given');
  return turn;
}

/** Sends a turn to the given chat or a new one, and returns the model's input. */
async function give(t: CheckContext, channel: Channel, members: JsonObject, chatId?: string): Promise<Given> {
  const source = await t.attempt(channel, { ...echoing(t), ...members }, { ...(chatId && { chatId }) });
  return { source, content: String((await completedTurn(t, source)).content) };
}

/**
 * If the model received one of these texts, expects that it received all of them. A service may keep instructions where the model can fetch
 * them.
 */
function expectTexts(
  t: CheckContext,
  requirements: readonly RequirementId[],
  { source, content }: Given,
  texts: readonly string[],
): void {
  const missing = texts.filter((text) => !content.includes(text));
  t.skipIf(missing.length === texts.length, 'the model is not given the instructions of skills at once');
  t.expect(...requirements).isTrue(
    source,
    missing.length === 0,
    'the instructions of every attached skill',
    `${texts.length - missing.length} of ${texts.length}`,
    '/content',
  );
}

/** The longest part of instructions without a line end or a citation, since a service may replace citations. */
function plainPart(instructions: string): string {
  const parts = instructions.split(/\{\{[^{}]*\}\}|[\r\n]+/).map((part) => part.trim());
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}
