import { defaultSeedValue } from '../../../../generated/default-seed.js';
import type { ErrorRowId } from '../../../reference/failures/rows.ts';
import type { HttpAnswer, HttpRequest } from '../../../reference/http/exchange.ts';
import type { OperationId } from '../../../reference/http/operation.ts';
import type { Wrap } from '../../alteration.ts';
import { answerAfter, answerInstead } from '../../decorators/answer-instead.ts';
import { fail, isSuccess } from '../../decorators/answers.ts';
import { withHeader } from '../../decorators/requests.ts';
import type { FamilyAlteration } from '../family.ts';
import { checksThat, type Traffic, type TrafficExchange } from '../traffic.ts';

/** The Authorization header of the credential that most checks use. */
export const MAIN = 'Bearer harbor-main';

interface Credential {
  /** Absent if the credential has all scopes. */
  readonly scopes?: readonly string[];
}

/** The credentials of the default seed, by Authorization header. */
export const CREDENTIALS: ReadonlyMap<string, Credential> = new Map(
  defaultSeedValue.credentials.map((each) => [`Bearer ${each.token}`, each]),
);

/** A restriction at one place, and a request that it refuses there. */
export interface MissingGuard {
  readonly place: string;
  readonly operation: OperationId;
  /** The misbehaviours, by name. */
  readonly wraps: Readonly<Record<string, readonly [behaviour: string, wrap: Wrap]>>;
  /** Whether an exchange of the sound run met the restriction. */
  isMet(exchange: TrafficExchange): boolean;
}

/** Whether a misbehaviour applies to a request. */
export type IsMeant = (request: HttpRequest) => boolean;

export function* alterations(
  { place, operation, wraps, isMet }: MissingGuard,
  traffic: Traffic,
): Generator<FamilyAlteration> {
  const checks = checksThat(traffic, (each) => each.operation === operation && isMet(each));
  for (const [name, [behaviour, exchange]] of Object.entries(wraps))
    yield {
      id: `missing-guards/${place}/${name}`,
      behaviour: `At ${place}, the service ${behaviour}.`,
      port: 'exchange',
      exchange,
      checks,
    };
}

/** Whether an Authorization header belongs to a known credential without the given scope. */
export function lacks(authorization: string | undefined, scope: string): boolean {
  const scopes = CREDENTIALS.get(authorization ?? '')?.scopes;
  return scopes !== undefined && !scopes.includes(scope);
}

/** Serves restricted requests of one operation as if they came from main. */
export function servedAsMain(operation: OperationId, isMeant: IsMeant): Wrap {
  return answerInstead(operation, (request, sound) =>
    isMeant(request) ? sound({ ...request, ...withHeader(request, 'authorization', MAIN) }) : undefined,
  );
}

/** Refuses with the failure of another row. */
export function recoded(operation: OperationId, isMeant: IsMeant, row: ErrorRowId): Wrap {
  return answerAfter(operation, (request, answer) =>
    !isSuccess(answer) && isMeant(request) ? fail(request, row) : undefined,
  );
}

/** Refuses the request, but still performs it. @param allowed the members that turn it into a request that is not refused */
export function actingAnyway(
  operation: OperationId,
  isMeant: IsMeant,
  allowed: (request: HttpRequest) => Partial<HttpRequest>,
): Wrap {
  return answerInstead(operation, async (request, sound) => {
    const answer = await sound(request);
    if (isMeant(request) && !isSuccess(answer)) run(await sound({ ...request, ...allowed(request) }));
    return answer;
  });
}

/** A streamed turn runs when its stream is opened. */
function run(answer: HttpAnswer): void {
  if ('open' in answer) answer.open({ send() {}, end() {}, onGone() {} });
}
