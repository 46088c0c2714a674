import { LISTS, SENDS } from '../../../generated/operation-groups.js';
import type { ActionRequired } from '../../../generated/types.d.ts';
import type { HttpRequest } from '../../reference/http/exchange.ts';
import type { OperationId } from '../../reference/http/operation.ts';
import type { Wrap } from '../alteration.ts';
import { answerInstead } from '../decorators/answer-instead.ts';
import { refuse } from '../decorators/answers.ts';
import { type ChangeMember, changeMember } from '../decorators/change-member.ts';
import { approvalsOf, raisedInChatOf, withInteractions } from '../decorators/interactions.ts';
import { withFreshKey, withKey } from '../decorators/keys.ts';
import { type Body, bodyOf, withBody } from '../decorators/requests.ts';
import { rewriteRequests } from '../decorators/rewrite-requests.ts';
import type { Family, FamilyAlteration } from './family.ts';
import { DEAFNESS_OPERATORS, type IgnoredInputOperator } from './ignored-input-operators.ts';
import { type RequestMember, requestMembers } from './request-members.ts';
import { checksThat, type Traffic } from './traffic.ts';

/** The service ignores part of a request, accepts what it must refuse, or refuses what it must accept. */
export const ignoredInput: Family = {
  name: 'ignored-input',
  *generate(traffic) {
    for (const member of requestMembers())
      for (const operator of DEAFNESS_OPERATORS) yield* alterMember(member, operator, traffic);
    for (const parameter of PARAMETERS) yield alterParameter(parameter, traffic);
  },
};

const TAKEN = 'taken';

/** What a service that misreads a member does. */
interface Mishearing {
  readonly behaviour: string;
  readonly exchange: Wrap;
  /** Whether the service would answer this body differently. */
  isAffected(body: Body): boolean;
}

/** @returns undefined if the operator does not apply to the member */
export function mishear(
  member: RequestMember,
  { name, behaviour, hear, refuse: refuses }: IgnoredInputOperator,
): Mishearing | undefined {
  const { operation, path } = member;
  const change = hear?.(member);
  const isRefused = refuses?.(member);
  if (!change && !isRefused) return undefined;
  const isTaking = name.endsWith('-taken');
  // The replacement may depend on the pending interaction in the chat, so any value stands for it here.
  const tried: ChangeMember | undefined =
    change && (isTaking ? (value) => (change(value) === value ? value : TAKEN) : change);
  const isAffected = (body: Body) =>
    tried
      ? JSON.stringify(changeMember(body, path, tried)) !== JSON.stringify(body)
      : isRefused !== undefined && holdsAt(body, path, isRefused);
  return {
    behaviour: `At ${placeOf(member)}, the service ${behaviour}.`,
    exchange: change ? hearing(member, change, isTaking) : refusing(operation, isAffected),
    isAffected,
  };
}

function* alterMember(
  member: RequestMember,
  operator: IgnoredInputOperator,
  traffic: Traffic,
): Generator<FamilyAlteration> {
  const misheard = mishear(member, operator);
  if (!misheard) return;
  const { isAffected, ...alteration } = misheard;
  yield {
    ...alteration,
    id: `ignored-input/${placeOf(member)}/${operator.name}`,
    port: 'exchange',
    get checks() {
      return checksThat(traffic, (each) => each.operation === member.operation && isAffected(each.body));
    },
  };
}

function placeOf({ operation, path }: RequestMember): string {
  return `${operation}:${path.join('.').replaceAll('.[]', '[]')}`;
}

function hearing(member: RequestMember, change: ChangeMember, isTaking: boolean): Wrap {
  const { operation, path } = member;
  const read = PENDING[path.join('.')];
  if (isTaking && read && member.isRequired) return takingPending(member, change, read);
  return rewriteRequests(operation, (request) =>
    withBody(request, (body) => changeMember(body, path, change)),
  );
}

/** Members of answers to interactions whose usable value depends on the pending interaction in the chat. */
const PENDING: Readonly<Record<string, (pending: ActionRequired) => unknown>> = {
  action_id: ({ action_id }) => action_id,
  decisions: (pending) => approvalsOf(pending),
  'decisions.[].tool_use_id': (pending) => approvalsOf(pending)[0]?.tool_use_id,
};

/** If an answer lacks a usable value, takes it from the pending interaction in the chat. */
function takingPending(
  { operation, path }: RequestMember,
  change: ChangeMember,
  read: (pending: ActionRequired) => unknown,
): Wrap {
  return withInteractions((raised) =>
    rewriteRequests(operation, (request) => {
      const pending = raisedInChatOf(request, raised).at(-1)?.event;
      if (!pending) return {};
      const take = (value: Body) => (change(value) === value ? value : read(pending));
      return withBody(request, (body) => changeMember(body, path, take));
    }),
  );
}

function refusing(operation: OperationId, isAffected: (body: Body) => boolean): Wrap {
  return answerInstead(operation, (request) => {
    const body = bodyOf(request) ?? {};
    return isAffected(body) ? refuse(request) : undefined;
  });
}

function holdsAt(body: Body, path: readonly string[], isMeant: (value: Body) => boolean): boolean {
  let holds = false;
  changeMember(body ?? {}, path, (value) => {
    holds ||= isMeant(value);
    return value;
  });
  return holds;
}

/** A parameter or header of a request, and what the service does with it. */
interface Parameter {
  readonly operation: OperationId;
  readonly name: string;
  readonly operator: string;
  readonly behaviour: string;
  change(request: HttpRequest): Partial<HttpRequest>;
}

const PARAMETERS: readonly Parameter[] = [
  ...SENDS.flatMap((operation): Parameter[] => [
    {
      operation,
      name: 'idempotency-key',
      operator: 'not-heard',
      behaviour: 'runs every turn under a key of its own',
      change: (request) => (request.header('idempotency-key') ? withFreshKey(request) : {}),
    },
    {
      operation,
      name: 'idempotency-key',
      operator: 'missing-taken',
      behaviour: 'makes up a key where there is none',
      change: (request) => (request.header('idempotency-key') ? {} : withFreshKey(request)),
    },
    {
      operation,
      name: 'idempotency-key',
      operator: 'half-heard',
      behaviour: 'does not tell bodies apart under a key',
      change: firstBodyOfKey(),
    },
    {
      operation,
      name: 'idempotency-key',
      operator: 'with-body',
      behaviour: 'takes the same key with another body for another key',
      change: (request) =>
        withKey(
          request,
          request.header('idempotency-key') && `${request.header('idempotency-key')} ${sizeOf(request)}`,
        ),
    },
  ]),
  ...LISTS.flatMap((operation): Parameter[] =>
    ['page', 'size', ...(operation === 'listChats' ? ['is_favorite'] : [])].map((name) => ({
      operation,
      name,
      operator: 'not-heard',
      behaviour: 'acts as if it were absent',
      change: ({ query }) => ({ query: { ...query, [name]: undefined } }),
    })),
  ),
];

function firstBodyOfKey(): Parameter['change'] {
  const bodies = new Map<string, Buffer | undefined>();
  return (request) => {
    const key = `${request.header('authorization')} ${request.header('idempotency-key')}`;
    if (!request.header('idempotency-key')) return {};
    if (!bodies.has(key)) bodies.set(key, request.body);
    return { body: bodies.get(key) };
  };
}

function sizeOf({ body }: HttpRequest): string {
  return String(body?.toString('base64').slice(0, 200).replaceAll('=', ''));
}

function alterParameter(
  { operation, name, operator, behaviour, change }: Parameter,
  traffic: Traffic,
): FamilyAlteration {
  const place = `${operation}:${name}`;
  const repeated = name === 'idempotency-key' ? repeatedKeys(traffic) : undefined;
  return {
    id: `ignored-input/${place}/${operator}`,
    behaviour: `At ${place}, the service ${behaviour}.`,
    port: 'exchange',
    exchange: rewriteRequests(operation, change),
    checks: checksThat(
      traffic,
      // Sends that share their key with no other send show nothing about keys.
      ({ operation: id, key }) => id === operation && (!repeated || key === undefined || repeated.has(key)),
    ),
  };
}

/** The keys that several sends of a run share. */
function repeatedKeys({ exchanges }: Traffic): ReadonlySet<string | undefined> {
  const byKey = Map.groupBy(exchanges, ({ key }) => key);
  return new Set([...byKey].filter(([, { length }]) => length > 1).map(([key]) => key));
}
