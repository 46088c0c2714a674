import { SENDS } from '../../../../generated/operation-groups.js';
import type { ErrorRowId } from '../../../reference/failures/rows.ts';
import type { HttpRequest } from '../../../reference/http/exchange.ts';
import type { OperationId } from '../../../reference/http/operation.ts';
import { ATTACHMENT_TYPES } from '../../../reference/operations/turn-draft.ts';
import type { Wrap } from '../../alteration.ts';
import { answerInstead } from '../../decorators/answer-instead.ts';
import { isSuccess } from '../../decorators/answers.ts';
import { SEED, UNKNOWN_IDS_FROM } from '../../decorators/facts.ts';
import { type Body, bodyOf, withBody } from '../../decorators/requests.ts';
import { actingAnyway, type IsMeant, lacks, type MissingGuard, recoded, servedAsMain } from './guard.ts';
import { namingScopes } from './scopes.ts';

type Member = (typeof ATTACHMENT_TYPES)[number]['member'];
const MEMBERS = ATTACHMENT_TYPES.map(({ member }) => member);
const SCOPES = new Map(ATTACHMENT_TYPES.map(({ member, scope }) => [member, scope]));

function attachedIn(body: Body, member: Member): readonly number[] {
  const ids = body?.attachments?.[member];
  return Array.isArray(ids) ? ids : [];
}

function citedIn(body: Body): readonly number[] {
  return [...String(body?.content).matchAll(/\{\{agent:(-?\d+)\}\}/g)].map(([, id]) => Number(id));
}

/** Which of the ids in a turn a restriction concerns. */
interface Concern {
  readonly name: string;
  readonly members: readonly Member[];
  concerns(id: number, token: string | undefined): boolean;
  /** The row of a different restriction; absent if the contract states no failure for this one. */
  readonly other?: ErrorRowId;
}

const CONCERNS: readonly Concern[] = [
  {
    name: 'allowlist',
    members: MEMBERS,
    concerns: (_, token) => token?.includes('allowlist') ?? false,
    other: 'agent-not-available',
  },
  {
    name: 'deleted',
    members: ['agent_ids'],
    concerns: (id) => id === SEED.deletedAgent,
    other: 'agent-not-available',
  },
  {
    name: 'inactive',
    members: ['agent_ids'],
    concerns: (id) => id === SEED.inactiveAgent,
    other: 'attachment-not-allowed',
  },
  {
    name: 'company-disabled',
    members: ['agent_ids'],
    concerns: (id) => id === SEED.disabledAgent,
    other: 'attachment-not-allowed',
  },
  { name: 'foreign', members: ['skill_ids'], concerns: (id) => id === SEED.foreignSkill },
  {
    name: 'foreign-library',
    members: ['workspace_ids'],
    concerns: (id) => id === SEED.foreignLibrary,
  },
  {
    name: 'foreign-connector',
    members: ['mcp_server_ids'],
    concerns: (id) => id === 10,
  },
  {
    name: 'unknown',
    members: MEMBERS,
    concerns: (id) => id >= UNKNOWN_IDS_FROM,
  },
  {
    name: 'not-positive',
    members: MEMBERS,
    concerns: (id) => id < 1,
  },
];

export function attachmentGuards(): readonly MissingGuard[] {
  return SENDS.flatMap((operation) => [
    ...MEMBERS.map((member) => missingScope(operation, member)),
    missingScope(operation, 'agent_ids', true),
    ...CONCERNS.flatMap((concern) =>
      concern.members.flatMap((member) => [
        concernGuard(operation, concern, member, 'attached'),
        ...(member === 'agent_ids' ? [concernGuard(operation, concern, member, 'cited')] : []),
      ]),
    ),
  ]);
}

function missingScope(operation: OperationId, member: Member, isCited = false): MissingGuard {
  const scope = SCOPES.get(member) ?? '';
  const names = (body: Body) => (isCited ? citedIn(body) : attachedIn(body, member)).length > 0;
  const isMeant: IsMeant = (request) =>
    lacks(request.header('authorization'), scope) && names(bodyOf(request));
  return {
    place: `${operation}:${isCited ? 'cited-agents' : member}:scope`,
    operation,
    isMet: ({ token, body }) => lacks(token, scope) && names(body),
    wraps: {
      'not-made': ['needs no scope', servedAsMain(operation, isMeant)],
      'names-held': ['names the scopes that the token has', namingScopes(operation, isMeant, 'held')],
      'names-all': ['names every scope', namingScopes(operation, isMeant, 'all')],
      'names-none': ['names no scope', namingScopes(operation, isMeant, 'none')],
      'other-code': ['refuses for another reason', recoded(operation, isMeant, 'attachment-not-allowed')],
      'acts-anyway': ['refuses after it has acted', actingAnyway(operation, isMeant, withoutAttachments)],
    },
  };
}

function withoutAttachments(request: HttpRequest): Pick<HttpRequest, 'body'> {
  return withBody(request, (body) => ({
    ...body,
    content: withoutCitations(String(body.content), () => false),
    attachments: undefined,
  }));
}

function concernGuard(
  operation: OperationId,
  { name, concerns, other }: Concern,
  member: Member,
  way: 'attached' | 'cited',
): MissingGuard {
  const idsIn = (body: Body) => (way === 'cited' ? citedIn(body) : attachedIn(body, member));
  const isMeantBody = (token: string | undefined, body: Body) =>
    idsIn(body).some((id) => concerns(id, token));
  const isMeant: IsMeant = (request) => isMeantBody(request.header('authorization'), bodyOf(request));
  const cleaned = (request: HttpRequest, isKept: (id: number, at: number) => boolean) =>
    withBody(request, (body) =>
      way === 'cited'
        ? { ...body, content: withoutCitations(body.content, isKept) }
        : { ...body, attachments: { ...body.attachments, [member]: idsIn(body).filter(isKept) } },
    );
  const retried = (isKept: (token: string | undefined) => (id: number, at: number) => boolean): Wrap =>
    answerInstead(operation, async (request, sound) => {
      const answer = await sound(request);
      if (isSuccess(answer) || !isMeant(request)) return answer;
      return sound({ ...request, ...cleaned(request, isKept(request.header('authorization'))) });
    });
  return {
    place: `${operation}:${way === 'cited' ? 'cited-agents' : member}:${name}`,
    operation,
    isMet: ({ token, body, status }) => status >= 400 && isMeantBody(token, body),
    wraps: {
      'not-made':
        name === 'allowlist'
          ? ['takes it', retried(() => () => false)]
          : ['takes it', retried((token) => (id) => !concerns(id, token))],
      'first-only': ['looks at the first only', retried(() => (_, at) => at === 0)],
      'last-only': ['looks at the last only', retriedLast(operation, isMeant, cleaned, idsIn)],
      ...(other && {
        'other-code': ['refuses for another reason', recoded(operation, isMeant, other)] as const,
      }),
      'acts-anyway': [
        'refuses after it has acted',
        actingAnyway(operation, isMeant, (request) => cleaned(request, () => false)),
      ],
    },
  };
}

function retriedLast(
  operation: OperationId,
  isMeant: IsMeant,
  cleaned: (request: HttpRequest, isKept: (id: number, at: number) => boolean) => Pick<HttpRequest, 'body'>,
  idsIn: (body: Body) => readonly number[],
): Wrap {
  return answerInstead(operation, async (request, sound) => {
    const answer = await sound(request);
    if (isSuccess(answer) || !isMeant(request)) return answer;
    const last = idsIn(bodyOf(request)).length - 1;
    return sound({ ...request, ...cleaned(request, (_, at) => at === last) });
  });
}

function withoutCitations(content: string, isKept: (id: number, at: number) => boolean): string {
  let at = -1;
  return content.replaceAll(/\{\{agent:(-?\d+)\}\}/g, (text, id) => {
    at += 1;
    return isKept(Number(id), at) ? text : '';
  });
}
