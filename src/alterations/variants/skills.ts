import { SKILL_WRITES } from '../../../generated/operation-groups.js';
import type { Exchange, HttpRequest } from '../../reference/http/exchange.ts';
import type { OperationId } from '../../reference/http/operation.ts';
import { type Variant, variant, type Wrap } from '../alteration.ts';
import { answerInstead, refusing, retryRefused } from '../decorators/answer-instead.ts';
import { codeOf, failure, isInvalid, isSuccess, succeed } from '../decorators/answers.ts';
import { isFor } from '../decorators/operations.ts';
import { inStore } from '../decorators/ports.ts';
import { askBeside, type Body, bodyOf, insteadOf, withTokenOf } from '../decorators/requests.ts';
import { changeFailures, rewriteAnswers, rewriteData } from '../decorators/rewrite-answers.ts';
import { rewriteEverywhere } from '../decorators/rewrite-everywhere.ts';
import { rewriteAllItems } from '../decorators/rewrite-lists.ts';
import { rewriteBodies } from '../decorators/rewrite-requests.ts';

const SHOWS = [...SKILL_WRITES, 'getSkill', 'toggleSkill', 'listSkills'] as const;
const CHANGES = ['updateSkill', 'toggleSkill', 'deleteSkill'] as const;
const LONGEST_NAME = 255;
const LONGEST_DESCRIPTION = 500;

/** What skills contain, who sees them, and how they are refused. */
export const skillVariants: readonly Variant[] = [
  variant(
    'A-118=null-value',
    'The description and the icon of a skill are null when they were not sent.',
    changeSkills((skill) => ({ ...skill, description: skill.description || null, icon: skill.icon || null })),
  ),
  variant(
    'A-118=no-member',
    'The description and the icon of a skill are absent when they were not sent.',
    changeSkills(({ description, icon, ...skill }) => ({
      ...skill,
      ...(description && { description }),
      ...(icon && { icon }),
    })),
  ),
  variant(
    'A-118=default-value',
    'A skill gets a default icon when none was sent.',
    changeSkills((skill) => ({ ...skill, icon: skill.icon || 'sparkles' })),
  ),
  variant(
    'A-119=validation',
    'A name or a description that is too long is refused with the validation error.',
    changeFailures(SKILL_WRITES, isForTooLong, { status: 422, code: 'api_v1_validation_error' }),
  ),
  variant(
    'A-126=inactive-first',
    'A new skill is inactive.',
    inStore('skills', ({ create }) => ({ create: (skill) => create({ ...skill, isActive: false }) })),
  ),
  variant(
    'A-120=lenient',
    'The library of a new skill is ignored unless its level is workspace.',
    rewriteBodies('createSkill', ({ workspace_id, ...body }) => ({
      ...body,
      ...(body.level === 'workspace' && workspace_id !== undefined && { workspace_id }),
    })),
  ),
  variant(
    'A-120=strict',
    'A new skill with a library is refused unless its level is workspace.',
    refusingCombination(
      'createSkill',
      ({ level, workspace_id }) => level !== 'workspace' && workspace_id !== undefined,
    ),
  ),
  variant(
    'A-121=list-refused',
    'A new skill is refused when it is shared with no users, or names users without being shared.',
    refusingCombination('createSkill', ({ visibility, shared_user_ids: users = [] }) =>
      visibility === 'shared' ? users.length === 0 : users.length > 0,
    ),
  ),
  variant(
    'A-122=refuse',
    'A change that names a level is refused.',
    refusingCombination('updateSkill', (body) => 'level' in body),
  ),
  variant(
    'A-123=same-code',
    'A change that names a library or a user out of reach is refused with the code of a creation.',
    changeFailures('updateSkill', (body) => isForbidden(body) && !isForeign(body), {
      code: 'api_v1_resource_not_allowed',
    }),
  ),
  variant(
    'A-124=not-found',
    "A change of another user's skill fails as not found.",
    changeFailures(CHANGES, (body) => isForbidden(body) && isForeign(body), {
      status: 404,
      code: 'api_v1_not_found',
    }),
  ),
  variant('A-124=allowed', 'Everybody who sees a skill may change it.', changingAsCreator),
  variant(
    'A-125=per-credential',
    'A personal skill is visible only to the credential that created it.',
    hidingOwn,
  ),
  variant(
    'A-127=unknown-literal',
    'A citation of an unknown type is treated as plain text.',
    acceptingUnknownTypes,
  ),
  variant(
    'A-127=other-data',
    'The data of a refused citation groups the problems under other names.',
    changeFailures(
      SKILL_WRITES,
      ({ message_code }) => message_code === 'prompt_refs_invalid',
      ({ data }) => ({ data: [{ group: 'wrong', found: data }] }),
    ),
  ),
  variant(
    'A-128=whenever-sent',
    'The citations of a skill are checked whenever its instructions are sent.',
    answerInstead('updateSkill', async (request, sound) => {
      const sent = bodyOf(request);
      const { instructions } = sent ?? {};
      if (typeof instructions !== 'string') return sound(request);
      // The sound server checks a text only if it differs from the stored one. This text differs, but is no longer than the client's, which
      // may be at the limit. The other members go with it, so that what is refused for one of them stores no text.
      const changed = instructions.length === 12_000 ? instructions.slice(0, -1) : `${instructions} `;
      const checked = await sound(insteadOf(request, 'updateSkill', { ...sent, instructions: changed }));
      return isSuccess(checked) ? sound(request) : checked;
    }),
  ),
  variant('A-130=ok', 'Deleting a skill for the second time succeeds.', (exchange) => {
    const deleted = new Set<string>();
    return answerInstead('deleteSkill', async (request, sound) => {
      const name = `${request.header('authorization')} ${request.path.skill_id}`;
      const answer = await sound(request);
      if (isSuccess(answer)) deleted.add(name);
      return answer.status === 404 && deleted.has(name)
        ? succeed(request, { id: Number(request.path.skill_id) })
        : answer;
    })(exchange);
  }),
  variant(
    'A-49=field-first',
    'A credential that may not create skills is refused first for a library out of its reach.',
    answerInstead('createSkill', async (request, sound) => {
      const answer = await sound(request);
      const { workspace_id: id } = bodyOf(request) ?? {};
      if (codeOf(answer) !== 'api_v1_resource_policy_create_denied' || id === undefined) return answer;
      const { body } = (await askBeside(sound, request, 'getCatalog')) as { body: Body };
      const isVisible = body?.data?.libraries?.some((library: Body) => library.id === id);
      return isVisible ? answer : failure(request, 403, 'api_v1_resource_not_allowed');
    }),
  ),
  variant(
    'A-133=nulls',
    'The empty descriptions and tags of agents in the catalog are null.',
    changeAgents((agent) => ({ ...agent, description: agent.description || null, tag: null })),
  ),
  variant(
    'A-133=strings',
    'The missing descriptions and tags of agents in the catalog are empty.',
    changeAgents((agent) => ({ ...agent, description: agent.description ?? '', tag: agent.tag ?? '' })),
  ),
];

function changeAgents(change: (agent: Body) => Body): Wrap {
  return rewriteData('getCatalog', (catalog) =>
    catalog.agents ? { ...catalog, agents: catalog.agents.map(change) } : catalog,
  );
}

function changeSkills(change: (skill: Body) => Body): Wrap {
  return rewriteAnswers(SHOWS, (body) => {
    if (Array.isArray(body?.data) && body.meta?.page) return { ...body, data: body.data.map(change) };
    return body?.data?.instructions === undefined ? body : { ...body, data: change(body.data) };
  });
}

function refusingCombination(operation: OperationId, isRefused: (body: Body) => boolean): Wrap {
  return refusing(operation, isRefused, (request) => failure(request, 422, 'wrong_combination'));
}

function isForTooLong(body: Body, request: HttpRequest): boolean {
  const { name, description } = bodyOf(request) ?? {};
  return isInvalid(body) && (name?.length > LONGEST_NAME || description?.length > LONGEST_DESCRIPTION);
}

function isForbidden({ message_code }: Body): boolean {
  return message_code === 'api_v1_forbidden';
}

/** Whether the sound server refuses a change because another user created the skill. */
function isForeign({ message }: Body): boolean {
  return /who created/.test(message);
}

/** Changes another user's skill with the token that created it. */
function changingAsCreator(exchange: Exchange): Exchange {
  const creators = new Map<number, HttpRequest>();
  const noting = rewriteData('createSkill', (skill, { request }) => {
    creators.set(skill.id, request);
    return skill;
  })(exchange);
  return retryRefused(CHANGES, (request, { body }) => {
    const creator = creators.get(Number(request.path.skill_id));
    return creator && isForbidden(body) && isForeign(body) ? withTokenOf(creator, request) : undefined;
  })(noting);
}

/** Hides a personal skill that is shared with no user from all other credentials. */
function hidingOwn(exchange: Exchange): Exchange {
  const creators = new Map<number, string | undefined>();
  const noting = rewriteData(SKILL_WRITES, (skill, { request }) => {
    const { shared_user_ids: users = [] } = bodyOf(request) ?? {};
    if (users.length > 0) creators.delete(skill.id);
    else if (skill.level === 'personal' && isFor('createSkill', request))
      creators.set(skill.id, request.header('authorization'));
    return skill;
  })(exchange);
  const isHidden = (id: number, request: HttpRequest) =>
    creators.has(id) && creators.get(id) !== request.header('authorization');
  const listing = rewriteAllItems('listSkills', (skills, request) =>
    skills.filter(({ id }) => !isHidden(id, request)),
  )(noting);
  return answerInstead(['getSkill', ...CHANGES], (request) =>
    isHidden(Number(request.path.skill_id), request) ? failure(request, 404, 'api_v1_not_found') : undefined,
  )(listing);
}

const UNKNOWN_TYPE = /\{\{(?!(?:agent|library|file|connector|tool|skill):)(?=\w+:)/g;
/** Contains an invisible character that does not occur in real texts. */
const SPLIT_BRACES = '{\u2063{';

/** Splits the braces of unknown citations in requests, and joins them in answers, so that the sound server never sees them. */
function acceptingUnknownTypes(exchange: Exchange): Exchange {
  const hiding = rewriteBodies(SKILL_WRITES, (body) =>
    typeof body.instructions === 'string'
      ? { ...body, instructions: body.instructions.replaceAll(UNKNOWN_TYPE, SPLIT_BRACES) }
      : body,
  );
  const showing = rewriteEverywhere((value, name) =>
    name === 'instructions' && typeof value === 'string' ? value.replaceAll(SPLIT_BRACES, '{{') : value,
  );
  return hiding(showing(exchange));
}
