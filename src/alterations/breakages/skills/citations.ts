import { SENDS, SKILL_WRITES } from '../../../../generated/operation-groups.js';
import type { OperationId } from '../../../reference/http/operation.ts';
import { type Breakage, breakage, type Wrap } from '../../alteration.ts';
import { answerInstead, refusing, retryRefused } from '../../decorators/answer-instead.ts';
import { codeOf } from '../../decorators/answers.ts';
import type { Operations } from '../../decorators/operations.ts';
import { type Body, bodyOf, withBody } from '../../decorators/requests.ts';
import { rewriteData, rewriteFailures } from '../../decorators/rewrite-answers.ts';
import { rewriteBodies } from '../../decorators/rewrite-requests.ts';

const REFUSED = 'prompt_refs_invalid';

/** The invalid citations, grouped by the server's own categories. */
type Problems = Readonly<Record<string, readonly string[]>>;

/** Matches a citation of another user's skill. Nonexistent skills have longer ids in the suite. */
const FOREIGN = /^\{\{skill:\d{1,4}\}\}$/;

const UNGROUPED: readonly (readonly [way: string, what: string, (groups: Problems) => unknown])[] = [
  ['object', 'is the object of groups itself', (groups) => groups],
  ['list', 'is a flat list of the citations', (groups) => Object.values(groups).flat()],
  ['nothing', 'is empty', () => []],
  [
    'apart',
    'has an item for each group',
    (groups) => Object.entries(groups).map(([name, cited]) => ({ [name]: cited })),
  ],
  [
    'by-type',
    'shows only the first type that is cited',
    (groups) => {
      const { not_usable: [first = ''] = [], ...others } = groups;
      return [first === '' ? others : { [first.replace(/:.*/, '')]: [first] }];
    },
  ],
];

/** Citations in instructions and in turns. */
export const skillCitationBreakages: readonly Breakage[] = [
  ...['library', 'file', 'connector', 'skill'].map((type) =>
    breakage(
      `skills.instructions.may-cite/${type}`,
      `Instructions that cite a ${type} are refused.`,
      refusing('createSkill', ({ instructions }) => instructions?.includes(`{{${type}:`)),
    ),
  ),
  breakage(
    'skills.citations.form/skill',
    'Citations of the form {{type:id}} in instructions are treated as plain text.',
    accepting(SKILL_WRITES, () => true),
  ),
  ...(['skills.citations.form', 'skills.citations.agent-in-content'] as const).map((requirement) =>
    breakage(
      `${requirement}/turn`,
      'Citations of the form {{type:id}} in the content of a turn are treated as plain text.',
      rewriteBodies(SENDS, (body) => (body.content ? { ...body, content: asText(body.content) } : body)),
    ),
  ),
  breakage(
    'errors.references-invalid.not-usable',
    "A skill can cite another user's skill that its owner cannot use.",
    accepting(SKILL_WRITES, ({ not_usable = [] }) => not_usable.some((cited) => FOREIGN.test(cited))),
  ),
  breakage(
    'errors.references-invalid.answer/first-twenty',
    'Only the first twenty citations of a text are validated.',
    accepting(SKILL_WRITES, (_, instructions) => (instructions.match(/\{\{/g)?.length ?? 0) > 20),
  ),
  breakage(
    'errors.references-invalid.answer/other-type',
    'A skill can cite a resource by the id of a resource of another type.',
    accepting(SKILL_WRITES, ({ not_usable = [] }) =>
      not_usable.some((cited) => /^\{\{(connector:12|library:7)\}\}$/.test(cited)),
    ),
  ),
  breakage(
    'errors.references-invalid.answer/same-id',
    'A skill can cite whatever has the id of another resource that it cites.',
    accepting(SKILL_WRITES, ({ not_usable = [] }, instructions) =>
      not_usable.some((cited) => citesTwice(instructions, cited)),
    ),
  ),
  breakage(
    'errors.references-invalid.not-usable/connectors',
    'A skill can cite every connector, whoever may use it.',
    accepting(SKILL_WRITES, ({ not_usable = [] }) =>
      not_usable.some((cited) => cited.includes('connector:')),
    ),
  ),
  breakage(
    'errors.references-invalid.not-accepted/changed',
    'The instructions of a skill that is changed can cite types that its level does not accept.',
    accepting('updateSkill', ({ type_not_accepted }) => type_not_accepted !== undefined),
  ),
  breakage(
    'errors.references-invalid.not-accepted',
    'A skill can cite types that its level does not accept.',
    accepting(SKILL_WRITES, ({ type_not_accepted }) => type_not_accepted !== undefined),
  ),
  ...UNGROUPED.map(([way, what, change]) =>
    breakage(
      `errors.references-invalid.grouped-data/${way}`,
      `The data of prompt_refs_invalid ${what}.`,
      rewriteFailures(SKILL_WRITES, REFUSED, (body) => ({ ...body, data: change(body.data[0]) })),
    ),
  ),
  breakage(
    'errors.references-invalid.nothing-saved/created',
    'A skill whose citations are refused is created all the same.',
    saving('createSkill'),
  ),
  breakage(
    'errors.references-invalid.nothing-saved/changed',
    'A skill is changed although its new citations are refused.',
    saving('updateSkill'),
  ),
  breakage(
    'skills.update.revalidates-citations/never',
    'The citations of changed instructions are not checked.',
    accepting('updateSkill', () => true),
  ),
  breakage(
    'skills.update.revalidates-citations/saved',
    'Changed instructions are refused for their citations, but saved.',
    saving('updateSkill'),
  ),
  breakage(
    'skills.update.revalidates-citations/added-only',
    'Only the text that is added to instructions is checked.',
    (exchange) => {
      const kept = new Map<string, string>();
      const noting = rewriteData(SKILL_WRITES, (skill) => {
        kept.set(String(skill.id), skill.instructions);
        return skill;
      });
      return retryRefused('updateSkill', (request, refusal) => {
        const earlier = kept.get(request.path.skill_id ?? '');
        const isAdded = earlier !== undefined && bodyOf(request).instructions?.includes(earlier);
        return codeOf(refusal) === REFUSED && isAdded ? withBody(request, uncited) : undefined;
      })(noting(exchange));
    },
  ),
  breakage(
    'skills.update.revalidates-citations/first-only',
    'Only the first citation of changed instructions is checked.',
    accepting('updateSkill', (problems, instructions) => {
      const [first] = /\{\{\w+:\d+\}\}/.exec(instructions) ?? [];
      return !Object.values(problems)
        .flat()
        .some((cited) => cited === first);
    }),
  ),
];

/** Saves instructions that the sound server refuses because of their citations. */
function accepting(
  operations: Operations,
  isAccepted: (problems: Problems, instructions: string) => boolean,
): Wrap {
  return retryRefused(operations, (request, refusal) => {
    if (codeOf(refusal) !== REFUSED) return undefined;
    const [problems] = (refusal.body as { readonly data: readonly [Problems] }).data;
    return isAccepted(problems, bodyOf(request).instructions) ? withBody(request, uncited) : undefined;
  });
}

/** Refuses instructions like the sound server, but still saves them. */
function saving(operation: OperationId): Wrap {
  return answerInstead(operation, async (request, sound) => {
    const answer = await sound(request);
    if (codeOf(answer) === REFUSED) await sound({ ...request, ...withBody(request, uncited) });
    return answer;
  });
}

function uncited(body: Body): Body {
  return { ...body, instructions: asText(body.instructions) };
}

/** Whether a text cites two resources with the id in a citation. */
function citesTwice(text: string, cited: string): boolean {
  const [end] = /:\d+\}\}$/.exec(cited) ?? [];
  return end !== undefined && text.split(end).length > 2;
}

/** Hides a text's citations from the sound server. */
function asText(text: string): string {
  return text.replaceAll('{{', '{ {');
}
