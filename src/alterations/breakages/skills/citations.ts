import type { OperationId } from '../../../reference/http/operation.ts';
import { codeOf, refuse } from '../../decorators/refuse.ts';
import {
  answerInstead,
  bodyOf,
  rewriteAnswers,
  rewriteRequests,
  withBody,
} from '../../decorators/rewrite.ts';
import type { Breakage } from '../breakage.ts';
import { toldWrongly } from '../errors/told-wrongly.ts';

const CHANGES = ['createSkill', 'updateSkill'] as const;
const SENDS = ['sendMessage', 'streamMessage'] as const;

const REFUSED = 'prompt_refs_invalid';

/** The invalid citations, by this server's categories. */
type Problems = Readonly<Record<string, readonly string[]>>;

/** A citation of a skill that is somebody else's, and of none that does not exist. */
const FOREIGN = /^\{\{skill:\d{1,4}\}\}$/;

const UNGROUPED: readonly (readonly [way: string, what: string, (groups: Problems) => unknown])[] = [
  ['object', 'is the groups themselves', (groups) => groups],
  ['list', 'is a plain list of the citations', (groups) => Object.values(groups).flat()],
  ['nothing', 'is empty', () => []],
];

/** What instructions cite: what the requirements forbid, each done. */
export const skillCitationBreakages: readonly Breakage[] = [
  ...['library', 'file', 'connector', 'skill'].map(
    (type): Breakage => ({
      id: `skills.instructions.may-cite/${type}`,
      requirement: 'skills.instructions.may-cite',
      port: 'exchange',
      behaviour: `No skill may cite a ${type}.`,
      exchange: answerInstead('createSkill', (request) =>
        bodyOf(request)?.instructions?.includes(`{{${type}:`) ? refuse(request) : undefined,
      ),
    }),
  ),
  {
    id: 'skills.citations.form/skill',
    requirement: 'skills.citations.form',
    port: 'exchange',
    behaviour: 'What instructions cite in the form {{type:id}} is taken for text.',
    exchange: accepting(CHANGES, () => true),
  },
  ...['skills.citations.form', 'skills.citations.agent-in-content'].map(
    (requirement): Breakage => ({
      id: `${requirement}/turn`,
      requirement,
      port: 'exchange',
      behaviour: 'What a turn cites in the form {{type:id}} is taken for text.',
      exchange: rewriteRequests(SENDS, (request) =>
        withBody(request, (body) => (body.content ? { ...body, content: asText(body.content) } : body)),
      ),
    }),
  ),
  ...toldWrongly('references-invalid'),
  {
    id: 'errors.references-invalid.not-usable',
    requirement: 'errors.references-invalid.not-usable',
    port: 'exchange',
    behaviour: 'A skill may cite what its user cannot use.',
    exchange: accepting(CHANGES, ({ not_usable = [] }) => not_usable.some((cited) => FOREIGN.test(cited))),
  },
  {
    id: 'errors.references-invalid.not-accepted',
    requirement: 'errors.references-invalid.not-accepted',
    port: 'exchange',
    behaviour: 'A skill may cite what its type does not accept.',
    exchange: accepting(CHANGES, ({ type_not_accepted }) => type_not_accepted !== undefined),
  },
  ...UNGROUPED.map(
    ([way, what, change]): Breakage => ({
      id: `errors.references-invalid.grouped-data/${way}`,
      requirement: 'errors.references-invalid.grouped-data',
      port: 'exchange',
      behaviour: `The data of prompt_refs_invalid ${what}.`,
      exchange: rewriteAnswers(CHANGES, (body) =>
        body.message_code === REFUSED ? { ...body, data: change(body.data[0]) } : body,
      ),
    }),
  ),
  {
    id: 'errors.references-invalid.nothing-saved/created',
    requirement: 'errors.references-invalid.nothing-saved',
    port: 'exchange',
    behaviour: 'A skill whose citations are refused is created all the same.',
    exchange: saving('createSkill'),
  },
  {
    id: 'errors.references-invalid.nothing-saved/changed',
    requirement: 'errors.references-invalid.nothing-saved',
    port: 'exchange',
    behaviour: 'A skill is changed all the same when its new citations are refused.',
    exchange: saving('updateSkill'),
  },
  {
    id: 'skills.update.revalidates-citations/never',
    requirement: 'skills.update.revalidates-citations',
    port: 'exchange',
    behaviour: 'The citations of changed instructions are not looked at.',
    exchange: accepting(['updateSkill'], () => true),
  },
  {
    id: 'skills.update.revalidates-citations/saved',
    requirement: 'skills.update.revalidates-citations',
    port: 'exchange',
    behaviour: 'Changed instructions are refused for their citations, and saved.',
    exchange: saving('updateSkill'),
  },
  {
    id: 'skills.update.revalidates-citations/first-only',
    requirement: 'skills.update.revalidates-citations',
    port: 'exchange',
    behaviour: 'Of changed instructions only the first citation is looked at.',
    exchange: accepting(['updateSkill'], (problems, instructions) => {
      const [first] = /\{\{\w+:\d+\}\}/.exec(instructions) ?? [];
      return !Object.values(problems)
        .flat()
        .some((cited) => cited === first);
    }),
  },
];

/** Saves some instructions that the sound server refuses for what they cite. */
function accepting(
  operations: readonly OperationId[],
  isAccepted: (problems: Problems, instructions: string) => boolean,
) {
  return answerInstead(operations, async (request, sound) => {
    const answer = await sound(request);
    if (codeOf(answer) !== REFUSED || 'open' in answer) return answer;
    const [problems] = (answer.body as { readonly data: readonly [Problems] }).data;
    if (!isAccepted(problems, bodyOf(request).instructions)) return answer;
    return sound({ ...request, ...withBody(request, uncited) });
  });
}

/** Refuses them as the sound server does, and saves them. */
function saving(operation: OperationId) {
  return answerInstead(operation, async (request, sound) => {
    const answer = await sound(request);
    if (codeOf(answer) === REFUSED) await sound({ ...request, ...withBody(request, uncited) });
    return answer;
  });
}

function uncited(body: { readonly instructions: string }) {
  return { ...body, instructions: asText(body.instructions) };
}

/** Nothing in such a text is a citation to the sound server. */
function asText(text: string): string {
  return text.replaceAll('{{', '{ {');
}
