import { defaultSeedValue } from '../../../generated/default-seed.js';
import type { ErrorRowId } from '../../reference/failures/rows.ts';
import type { HttpAnswer, HttpRequest, JsonAnswer } from '../../reference/http/exchange.ts';
import { OPERATIONS, type OperationId } from '../../reference/http/operation.ts';
import type { Wrap } from '../alteration.ts';
import { answerAfter, answerInstead } from '../decorators/answer-instead.ts';
import { cancelled, codeOf, fail, isSuccess, resolved } from '../decorators/answers.ts';
import { ownerOf, withInteractions } from '../decorators/interactions.ts';
import { ANSWERS, operationOf, SENDS } from '../decorators/operations.ts';
import { type Body, bodyOf, withBody, withHeader, withTokenOf } from '../decorators/requests.ts';
import type { Family, FamilyAlteration } from './family.ts';
import { checksThat, type Traffic, type TrafficExchange } from './traffic.ts';

const CREDENTIALS = new Map(defaultSeedValue.credentials.map((each) => [`Bearer ${each.token}`, each]));
const MAIN = 'Bearer harbor-main';

/** A restriction at one place, and a request that it refuses there. */
interface Hole {
  readonly place: string;
  readonly operation: OperationId;
  /** The misbehaviours, by name. */
  readonly wraps: Readonly<Record<string, readonly [behaviour: string, wrap: Wrap]>>;
  /** Whether an exchange of the sound run met the restriction. */
  isMet(exchange: TrafficExchange): boolean;
}

/** A restriction is not made at one place, is made with the failure of another, or tells what exists. */
export const holes: Family = {
  name: 'holes',
  *generate(traffic) {
    const all = [
      ...tokenHoles(),
      ...scopeHoles(),
      ...attachmentHoles(),
      ...ownerHoles(),
      ...interactionHoles(),
      ...deletedHoles(),
    ];
    for (const hole of all) yield* alterations(hole, traffic);
  },
};

function* alterations(
  { place, operation, wraps, isMet }: Hole,
  traffic: Traffic,
): Generator<FamilyAlteration> {
  const checks = checksThat(traffic, (each) => each.operation === operation && isMet(each));
  for (const [name, [behaviour, exchange]] of Object.entries(wraps))
    yield {
      id: `holes/${place}/${name}`,
      behaviour: `At ${place}, the service ${behaviour}.`,
      port: 'exchange',
      exchange,
      checks,
    };
}

type Met = Pick<TrafficExchange, 'token' | 'body' | 'status' | 'answer' | 'operation'>;

/** Serves the requests of one operation that meet a restriction as if they came from main. */
function servedAs(operation: OperationId, isMeant: (request: HttpRequest) => boolean, token = MAIN): Wrap {
  return answerInstead(operation, (request, sound) =>
    isMeant(request) ? sound({ ...request, ...withHeader(request, 'authorization', token) }) : undefined,
  );
}

function recoded(
  operation: OperationId,
  isMeant: (request: HttpRequest, answer: HttpAnswer) => boolean,
  row: ErrorRowId,
): Wrap {
  return answerAfter(operation, (request, answer) =>
    !isSuccess(answer) && isMeant(request, answer) ? fail(request, row) : undefined,
  );
}

// Tokens.

const BAD_TOKENS: Readonly<Record<string, (token: string | undefined) => boolean>> = {
  none: (token) => token === undefined,
  unknown: (token) => token !== undefined && /^Bearer +\S/.test(token) && !CREDENTIALS.has(token),
  'other-scheme': (token) => token !== undefined && !/^Bearer/.test(token),
  empty: (token) => token !== undefined && /^Bearer *$/.test(token),
};

/** The chat or skill belongs to main in most checks. */
function tokenHoles(): readonly Hole[] {
  return OPERATIONS.flatMap(({ operationId: operation }) =>
    Object.entries(BAD_TOKENS).map(([name, isBad]): Hole => {
      const isMeant = (request: HttpRequest) => isBad(request.header('authorization'));
      return {
        place: `${operation}:token-${name}`,
        operation,
        isMet: ({ token }) => isBad(token),
        wraps: { 'not-made': ['takes the token', servedAs(operation, isMeant)] },
      };
    }),
  );
}

// Scopes of operations.

const SCOPES = ['chat:read', 'chat:write', 'skills:read', 'skills:write'] as const;

function lacks(token: string | undefined, scope: string): boolean {
  const credential = token === undefined ? undefined : CREDENTIALS.get(token);
  const { scopes } = (credential ?? {}) as { readonly scopes?: readonly string[] };
  return scopes !== undefined && !scopes.includes(scope);
}

function scopeHoles(): readonly Hole[] {
  return OPERATIONS.flatMap(({ operationId: operation, requiredScopes }) =>
    SCOPES.filter((scope) => requiredScopes.includes(scope as never)).map((scope): Hole => {
      const isMeant = (request: HttpRequest) => lacks(request.header('authorization'), scope);
      const withoutScopes = answerInstead(operation, (request, sound) =>
        isMeant(request)
          ? sound({ ...request, operation: { ...operationOf(operation), requiredScopes: [] } })
          : undefined,
      );
      return {
        place: `${operation}:scope`,
        operation,
        isMet: ({ token }) => lacks(token, scope),
        wraps: {
          'not-made': ['needs no scope', withoutScopes],
          'as-main': ['needs no scope, and no owner', servedAs(operation, isMeant)],
          'names-held': ['names the scopes that the token has', namingScopes(operation, isMeant, 'held')],
          'names-all': ['names every scope', namingScopes(operation, isMeant, 'all')],
          'acts-anyway': ['refuses after it has acted', actingAnyway(operation, isMeant)],
        },
      };
    }),
  );
}

const ALL_SCOPES = [
  'chat:read',
  'chat:write',
  'libraries:read',
  'skills:read',
  'skills:write',
  'connectors:use',
  'agents:use',
];

function namingScopes(
  operation: OperationId,
  isMeant: (request: HttpRequest) => boolean,
  which: 'held' | 'all' | 'none',
): Wrap {
  return answerAfter(operation, (request, answer) => {
    if ('open' in answer || !isMeant(request) || codeOf(answer) !== 'api_token_scope_not_allowed')
      return undefined;
    const token = request.header('authorization') ?? '';
    const named = {
      held: (CREDENTIALS.get(token) as { scopes?: readonly string[] } | undefined)?.scopes ?? [],
      all: ALL_SCOPES,
      none: [],
    }[which];
    const body: Body = answer.body;
    return { ...answer, body: { ...body, data: { ...body.data, required_scopes: named } } };
  });
}

/** Runs a refused turn without what it must not use. */
function actingWithout(
  operation: OperationId,
  isMeant: (request: HttpRequest) => boolean,
  cleaned: (request: HttpRequest, isKept: (id: number, at: number) => boolean) => Pick<HttpRequest, 'body'>,
): Wrap {
  return answerInstead(operation, async (request, sound) => {
    const answer = await sound(request);
    if (!isMeant(request) || isSuccess(answer)) return answer;
    const acted = await sound({ ...request, ...cleaned(request, () => false) });
    if ('open' in acted) acted.open({ send() {}, end() {}, onGone() {} });
    return answer;
  });
}

function actingAnyway(operation: OperationId, isMeant: (request: HttpRequest) => boolean): Wrap {
  return answerInstead(operation, async (request, sound) => {
    const answer = await sound(request);
    if (!isMeant(request) || isSuccess(answer)) return answer;
    const { operation: asked } = request;
    const acted = await sound({ ...request, operation: { ...asked, requiredScopes: [] } });
    if ('open' in acted) acted.open({ send() {}, end() {}, onGone() {} });
    return answer;
  });
}

// Attachments and citations.

const MEMBERS = {
  workspace_ids: 'libraries:read',
  file_ids: 'libraries:read',
  skill_ids: 'skills:read',
  mcp_server_ids: 'connectors:use',
  agent_ids: 'agents:use',
} as const;
type Member = keyof typeof MEMBERS;

function attachedIn(body: Body, member: Member): readonly number[] {
  const ids = body?.attachments?.[member];
  return Array.isArray(ids) ? ids : [];
}

function citedIn(body: Body): readonly number[] {
  return [...String(body?.content).matchAll(/\{\{agent:(-?\d+)\}\}/g)].map(([, id]) => Number(id));
}

/** Which of the ids that a turn names a restriction concerns. */
interface Concern {
  readonly name: string;
  readonly members: readonly Member[];
  concerns(id: number, token: string | undefined): boolean;
  /** The row of another restriction; absent where the contract states no failure for this one. */
  readonly other?: ErrorRowId;
}

const CONCERNS: readonly Concern[] = [
  {
    name: 'allowlist',
    members: Object.keys(MEMBERS) as Member[],
    concerns: (_, token) => token?.includes('allowlist') ?? false,
    other: 'agent-not-available',
  },
  { name: 'deleted', members: ['agent_ids'], concerns: (id) => id === 39, other: 'agent-not-available' },
  { name: 'inactive', members: ['agent_ids'], concerns: (id) => id === 37, other: 'attachment-not-allowed' },
  {
    name: 'company-disabled',
    members: ['agent_ids'],
    concerns: (id) => id === 38,
    other: 'attachment-not-allowed',
  },
  { name: 'foreign', members: ['skill_ids'], concerns: (id) => id === 35 },
  {
    name: 'foreign-library',
    members: ['workspace_ids'],
    concerns: (id) => id === 16,
  },
  {
    name: 'foreign-connector',
    members: ['mcp_server_ids'],
    concerns: (id) => id === 10,
  },
  {
    name: 'unknown',
    members: Object.keys(MEMBERS) as Member[],
    concerns: (id) => id >= 1_000_000,
  },
  {
    name: 'not-positive',
    members: Object.keys(MEMBERS) as Member[],
    concerns: (id) => id < 1,
  },
];

function attachmentHoles(): readonly Hole[] {
  return SENDS.flatMap((operation) => [
    ...(Object.keys(MEMBERS) as Member[]).map((member) => missingScope(operation, member)),
    missingScope(operation, 'agent_ids', true),
    ...CONCERNS.flatMap((concern) =>
      concern.members.flatMap((member) => [
        concernHole(operation, concern, member, 'attached'),
        ...(member === 'agent_ids' ? [concernHole(operation, concern, member, 'cited')] : []),
      ]),
    ),
  ]);
}

function missingScope(operation: OperationId, member: Member, isCited = false): Hole {
  const scope = MEMBERS[member];
  const names = (body: Body) => (isCited ? citedIn(body) : attachedIn(body, member)).length > 0;
  const isMeant = (request: HttpRequest) =>
    lacks(request.header('authorization'), scope) && names(bodyOf(request));
  return {
    place: `${operation}:${isCited ? 'cited-agents' : member}:scope`,
    operation,
    isMet: ({ token, body }) => lacks(token, scope) && names(body),
    wraps: {
      'not-made': ['needs no scope', servedAs(operation, isMeant)],
      'names-held': ['names the scopes that the token has', namingScopes(operation, isMeant, 'held')],
      'names-all': ['names every scope', namingScopes(operation, isMeant, 'all')],
      'names-none': ['names no scope', namingScopes(operation, isMeant, 'none')],
      'other-code': ['refuses for another reason', recoded(operation, isMeant, 'attachment-not-allowed')],
      'acts-anyway': ['refuses after it has acted', actingWithout(operation, isMeant, withoutAttachments)],
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

function concernHole(
  operation: OperationId,
  { name, concerns, other }: Concern,
  member: Member,
  way: 'attached' | 'cited',
): Hole {
  const idsIn = (body: Body) => (way === 'cited' ? citedIn(body) : attachedIn(body, member));
  const isMeantBody = (token: string | undefined, body: Body) =>
    idsIn(body).some((id) => concerns(id, token));
  const isMeant = (request: HttpRequest) => isMeantBody(request.header('authorization'), bodyOf(request));
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
  const refused = (request: HttpRequest, answer: HttpAnswer) => isMeant(request) && answer.status >= 400;
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
        'other-code': ['refuses for another reason', recoded(operation, refused, other)] as const,
      }),
      'acts-anyway': ['refuses after it has acted', actingWithout(operation, isMeant, cleaned)],
    },
  };
}

function retriedLast(
  operation: OperationId,
  isMeant: (request: HttpRequest) => boolean,
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

// Chats of others.

const ON_CHATS = OPERATIONS.filter(({ path }) => path.includes('{chat_id}')).map(
  ({ operationId }) => operationId,
);
const STRANGERS = { second: 'Bearer harbor-second', 'other-user': 'Bearer harbor-other-user' } as const;

function ownerHoles(): readonly Hole[] {
  return ON_CHATS.flatMap((operation) =>
    Object.entries(STRANGERS).map(([name, stranger]): Hole => {
      const isMeant = (request: HttpRequest) => request.header('authorization') === stranger;
      return {
        place: `${operation}:${name}`,
        operation,
        isMet: ({ token, status }: Met) => token === stranger && status === 404,
        wraps: {
          'not-made': ['serves the chat', servedToStranger(operation, isMeant)],
          'other-code': ['forbids it', withKnownChats(operation, isMeant, (request) => forbidden(request))],
          'tells-owner': [
            'tells that it exists',
            withKnownChats(operation, isMeant, (_request, answer) => {
              const body: Body = 'open' in answer ? {} : answer.body;
              return { status: answer.status, body: { ...body, data: { exists: true } } };
            }),
          ],
        },
      };
    }),
  );
}

function forbidden(request: HttpRequest): HttpAnswer {
  return fail(request, 'attachment-not-allowed');
}

/** The token that first used each chat. */
function noteOwners(): {
  note(request: HttpRequest, answer: HttpAnswer): void;
  ownerOf(request: HttpRequest): string | undefined;
} {
  const owners = new Map<string, string>();
  return {
    note(request, answer) {
      const token = request.header('authorization');
      if (!isSuccess(answer) || token === undefined) return;
      const body: Body = 'open' in answer ? undefined : answer.body;
      const id =
        request.path.chat_id ?? (request.operation.operationId === 'createChat' ? body?.data?.id : undefined);
      if (id !== undefined && !owners.has(id)) owners.set(id, token);
    },
    ownerOf: ({ path }) => owners.get(path.chat_id ?? ''),
  };
}

function withKnownChats(
  operation: OperationId,
  isMeant: (request: HttpRequest) => boolean,
  instead: (request: HttpRequest, answer: HttpAnswer) => HttpAnswer,
): Wrap {
  return (exchange) => {
    const owners = noteOwners();
    return async (request) => {
      const answer = await exchange(request);
      const isHere = request.operation.operationId === operation && isMeant(request);
      const owner = owners.ownerOf(request);
      if (isHere && answer.status === 404 && owner !== undefined && owner !== request.header('authorization'))
        return instead(request, answer);
      owners.note(request, answer);
      return answer;
    };
  };
}

function servedToStranger(operation: OperationId, isMeant: (request: HttpRequest) => boolean): Wrap {
  return (exchange) => {
    const owners = noteOwners();
    return async (request) => {
      const answer = await exchange(request);
      const owner = owners.ownerOf(request);
      const isHere = request.operation.operationId === operation && isMeant(request);
      if (isHere && answer.status === 404 && owner !== undefined && owner !== request.header('authorization'))
        return exchange({ ...request, ...withHeader(request, 'authorization', owner) });
      owners.note(request, answer);
      return answer;
    };
  };
}

// Interactions of others and of other chats.

function interactionHoles(): readonly Hole[] {
  return ANSWERS.flatMap((operation): Hole[] => [
    {
      place: `${operation}:interaction-of-other-credential`,
      operation,
      isMet: ({ token, status }) => token !== MAIN && status === 404,
      wraps: {
        'not-made': [
          'takes the answer',
          withInteractions((raised) =>
            answerInstead(operation, async (request, sound) => {
              const answer = await sound(request);
              const owner = ownerOf(request, raised);
              const isForeign = owner && owner.header('authorization') !== request.header('authorization');
              return answer.status === 404 && isForeign
                ? sound({ ...request, path: owner.path, ...withTokenOf(owner, request) })
                : answer;
            }),
          ),
        ],
        'settles-anyway': [
          'refuses the answer, and takes it all the same',
          withInteractions((raised) =>
            answerInstead(operation, async (request, sound) => {
              const answer = await sound(request);
              const owner = ownerOf(request, raised);
              if (
                answer.status === 404 &&
                owner &&
                owner.header('authorization') !== request.header('authorization')
              )
                await sound({ ...request, path: owner.path, ...withTokenOf(owner, request) });
              return answer;
            }),
          ),
        ],
      },
    },
    {
      place: `${operation}:interaction-of-other-chat`,
      operation,
      isMet: ({ status }) => status === 404,
      wraps: {
        'not-made': [
          'takes the answer',
          withInteractions((raised) =>
            answerInstead(operation, async (request, sound) => {
              const answer = await sound(request);
              const owner = ownerOf(request, raised);
              const isElsewhere =
                owner?.header('authorization') === request.header('authorization') &&
                owner?.path.chat_id !== request.path.chat_id;
              return answer.status === 404 && owner && isElsewhere
                ? sound({ ...request, path: owner.path })
                : answer;
            }),
          ),
        ],
      },
    },
    {
      place: `${operation}:interaction-of-other-kind`,
      operation,
      isMet: ({ status }) => status === 404,
      wraps: {
        'not-made': [
          'takes the answer',
          withInteractions((raised) =>
            answerInstead(operation, async (request, sound) => {
              const answer = await sound(request);
              const event = raised.get(String(bodyOf(request)?.action_id))?.event;
              if (
                answer.status !== 404 ||
                !event ||
                ownerOf(request, raised)?.path.chat_id !== request.path.chat_id
              )
                return answer;
              return {
                status: 200,
                body: {
                  status: 'success',
                  message: 'Done',
                  message_code: 'api_v1_ok',
                  data: { action_id: event.action_id, state: 'resolved' },
                  meta: { request_id: request.requestId },
                },
              };
            }),
          ),
        ],
      },
    },
  ]);
}

// Deleted chats.

/** Shows of a deleted chat what was there before. Whether a send creates it anew, or a second deletion succeeds, is open. */
const STILL_SERVED: Readonly<Partial<Record<OperationId, (request: HttpRequest, left: Left) => JsonAnswer>>> =
  {
    getChat: (_, { chat }) => chat,
    updateChat: (_, { chat }) => chat,
    listMessages: (_, { history }) => history,
    cancelTurn: (request) => cancelled(request),
    approveTool: (request) => resolved(request),
    respondPlan: (request) => resolved(request),
    respondElicitation: (request) => resolved(request),
    cancelAuth: (request) => resolved(request),
  };

interface Left {
  readonly chat: JsonAnswer;
  readonly history: JsonAnswer;
}

function deletedHoles(): readonly Hole[] {
  return [...Object.keys(STILL_SERVED), 'listChats'].map((operation) => ({
    place: `${operation}:deleted-chat`,
    operation: operation as OperationId,
    isMet: () => true,
    wraps: { 'not-made': ['serves a deleted chat', stillServing(operation as OperationId)] },
  }));
}

function stillServing(operation: OperationId): Wrap {
  return (exchange) => {
    const deleted = new Map<string, Left>();
    return async (request) => {
      const id = request.path.chat_id ?? '';
      const left = deleted.get(id);
      const { operationId } = request.operation;
      if (left && operationId === operation)
        return STILL_SERVED[operation]?.(request, left) ?? exchange(request);
      if (operationId === 'deleteChat') {
        const chat = await exchange({ ...request, operation: operationOf('getChat') });
        const history = await exchange({ ...request, operation: operationOf('listMessages') });
        const answer = await exchange(request);
        if (isSuccess(answer)) deleted.set(id, { chat, history } as Left);
        return answer;
      }
      const answer = await exchange(request);
      const body: Body = 'open' in answer ? undefined : answer.body;
      if (operationId !== 'listChats' || operation !== 'listChats' || !Array.isArray(body?.data))
        return answer;
      const [last] = [...deleted.values()].slice(-1);
      const shown: Body = last?.chat.body;
      const meta = { ...body.meta, total: body.meta.total + (shown ? 1 : 0) };
      return { status: 200, body: { ...body, data: [...(shown ? [shown.data] : []), ...body.data], meta } };
    };
  };
}
