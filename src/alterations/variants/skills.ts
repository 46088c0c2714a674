import type { Exchange, HttpRequest } from '../../reference/http/exchange.ts';
import { askBeside } from '../decorators/in-exchange.ts';
import { answerInstead, bodyOf, rewriteAnswers, rewriteRequests, withBody } from '../decorators/rewrite.ts';
import { rewriteEverywhere } from '../decorators/rewrite-everywhere.ts';
import { pageOf, rewriteLists } from '../decorators/rewrite-lists.ts';
import { type Body, failure, isInvalid, isSuccess, retell, success } from '../decorators/told.ts';
import { inExchange, type Variant } from './variant.ts';

const WRITES = ['createSkill', 'updateSkill'] as const;
const SHOWS = [...WRITES, 'getSkill', 'toggleSkill', 'listSkills'] as const;
const CHANGES = ['updateSkill', 'toggleSkill', 'deleteSkill'] as const;
const LONGEST_NAME = 255;
const LONGEST_DESCRIPTION = 500;

/** Skills: what they show, what they take, and to whom they are there. */
export const skillVariants: readonly Variant[] = [
  inExchange(
    'A-118=null-value',
    'A skill whose description or icon was not sent has null there.',
    changeSkills((skill) => ({ ...skill, description: skill.description || null, icon: skill.icon || null })),
  ),
  inExchange(
    'A-118=no-member',
    'A skill whose description or icon was not sent has no such member.',
    changeSkills(({ description, icon, ...skill }) => ({
      ...skill,
      ...(description && { description }),
      ...(icon && { icon }),
    })),
  ),
  inExchange(
    'A-118=default-value',
    'A skill whose icon was not sent gets one.',
    changeSkills((skill) => ({ ...skill, icon: skill.icon || 'sparkles' })),
  ),
  inExchange(
    'A-119=validation',
    'A name or a description of a skill that is too long is a validation error.',
    retell(WRITES, isTooLong, { status: 422, code: 'api_v1_validation_error' }),
  ),
  inExchange(
    'A-120=strict',
    'A skill that is not for a library takes none.',
    refusing('createSkill', ({ level, workspace_id }) => level !== 'workspace' && workspace_id !== undefined),
  ),
  inExchange(
    'A-121=list-refused',
    'A new skill that is not shared takes no list of users, and one that is needs one.',
    refusing('createSkill', ({ visibility, shared_user_ids: users = [] }) =>
      visibility === 'shared' ? users.length === 0 : users.length > 0,
    ),
  ),
  inExchange(
    'A-122=refuse',
    'A change that names a level is refused.',
    refusing('updateSkill', (body) => 'level' in body),
  ),
  inExchange(
    'A-123=same-code',
    'A change that gives a skill to what is out of reach is refused as its creation would be.',
    retell('updateSkill', (body) => isForbidden(body) && !isSomebodyElses(body), {
      code: 'api_v1_resource_not_allowed',
    }),
  ),
  inExchange(
    'A-124=not-found',
    'A skill of somebody else is not there for whoever would change it.',
    retell(CHANGES, (body) => isForbidden(body) && isSomebodyElses(body), {
      status: 404,
      code: 'api_v1_not_found',
    }),
  ),
  inExchange(
    'A-125=per-credential',
    "A user's own skills are those of the credential that made them.",
    hidingOwn,
  ),
  inExchange(
    'A-127=unknown-literal',
    'A citation of a type that nothing has is a text like any other.',
    takingUnknownTypes,
  ),
  inExchange(
    'A-127=other-data',
    'What is wrong with citations is grouped under other names.',
    retell(
      WRITES,
      ({ message_code }) => message_code === 'prompt_refs_invalid',
      ({ data }) => ({ data: [{ group: 'wrong', found: data }] }),
    ),
  ),
  inExchange('A-130=ok', 'Deleting a skill again is a success.', (exchange) => {
    const deleted = new Set<string>();
    return answerInstead('deleteSkill', async (request, sound) => {
      const name = `${request.header('authorization')} ${request.path.skill_id}`;
      const answer = await sound(request);
      if (isSuccess(answer)) deleted.add(name);
      return answer.status === 404 && deleted.has(name)
        ? success(request, { id: Number(request.path.skill_id) })
        : answer;
    })(exchange);
  }),
  inExchange(
    'A-49=field-first',
    'A credential that may not create skills hears first that it names a library out of reach.',
    answerInstead('createSkill', async (request, sound) => {
      const answer = await sound(request);
      const { workspace_id: id } = bodyOf(request) ?? {};
      if (!('body' in answer) || id === undefined || !isDenied(answer.body)) return answer;
      const { body } = (await askBeside(sound, request, 'getCatalog')) as { body: Body };
      const isSeen = body?.data?.libraries?.some((library: Body) => library.id === id);
      return isSeen ? answer : failure(request, 403, 'api_v1_resource_not_allowed');
    }),
  ),
  inExchange(
    'A-133=nulls',
    'The catalog has null where nothing was written.',
    rewriteAnswers('getCatalog', (body, answer) =>
      isSuccess(answer) && body.data.agents
        ? { ...body, data: { ...body.data, agents: body.data.agents.map(withNulls) } }
        : body,
    ),
  ),
];

function changeSkills(change: (skill: Body) => Body): (exchange: Exchange) => Exchange {
  return rewriteAnswers(SHOWS, (body) => {
    if (Array.isArray(body?.data) && body.meta?.page) return { ...body, data: body.data.map(change) };
    return body?.data?.instructions === undefined ? body : { ...body, data: change(body.data) };
  });
}

function refusing(operation: (typeof WRITES)[number], isRefused: (body: Body) => boolean) {
  return answerInstead(operation, (request) => {
    const body = bodyOf(request);
    return body && isRefused(body) ? failure(request, 422, 'wrong_combination') : undefined;
  });
}

function isTooLong(body: Body, request: HttpRequest): boolean {
  const { name, description } = bodyOf(request) ?? {};
  return isInvalid(body) && (name?.length > LONGEST_NAME || description?.length > LONGEST_DESCRIPTION);
}

function isForbidden({ message_code }: Body): boolean {
  return message_code === 'api_v1_forbidden';
}

function isSomebodyElses({ message }: Body): boolean {
  return /who made/.test(message);
}

function isDenied(body: unknown): boolean {
  return (body as Body)?.message_code === 'api_v1_resource_policy_create_denied';
}

function withNulls(agent: Body): Body {
  return { ...agent, description: agent.description || null, tag: null };
}

/** Personal skills that are shared with nobody are there for their credential alone. */
function hidingOwn(exchange: Exchange): Exchange {
  const makers = new Map<number, string | undefined>();
  const noting = rewriteAnswers('createSkill', (body, { status, request }) => {
    const { shared_user_ids: users = [] } = bodyOf(request) ?? {};
    if (isSuccess({ status }) && body.data.level === 'personal' && users.length === 0)
      makers.set(body.data.id, request.header('authorization'));
    return body;
  })(exchange);
  const isHidden = (id: number, request: HttpRequest) =>
    makers.has(id) && makers.get(id) !== request.header('authorization');
  const listing = rewriteLists('listSkills', (list, request) =>
    pageOf(
      list.items.filter(({ id }) => !isHidden(id, request)),
      list,
    ),
  )(noting);
  return answerInstead(['getSkill', ...CHANGES], (request) =>
    isHidden(Number(request.path.skill_id), request) ? failure(request, 404, 'api_v1_not_found') : undefined,
  )(listing);
}

const UNKNOWN_TYPE = /\{\{(?!(?:agent|library|file|connector|tool|skill):)(?=\w+:)/g;
/** Nothing that a text would have by itself. */
const SPLIT = '{\u2063{';

/** Braces of unknown citations are put apart while the sound server looks, and together again in what it shows. */
function takingUnknownTypes(exchange: Exchange): Exchange {
  const hiding = rewriteRequests(WRITES, (request) =>
    withBody(request, (body) =>
      typeof body.instructions === 'string'
        ? { ...body, instructions: body.instructions.replaceAll(UNKNOWN_TYPE, SPLIT) }
        : body,
    ),
  );
  const showing = rewriteEverywhere((value, name) =>
    name === 'instructions' && typeof value === 'string' ? value.replaceAll(SPLIT, '{{') : value,
  );
  return hiding(showing(exchange));
}
