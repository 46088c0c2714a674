import type { OperationId } from '../../../generated/ids.d.ts';
import type { Script } from '../../rig/script/act.ts';
import { isObject } from '../../rig/script/json.ts';
import { readScript } from '../../rig/script/read-script.ts';
import { carryScript } from '../../rig/script/render-script.ts';
import { parseExactly } from '../exact-json.ts';
import { FAULT_HEADER } from '../faults/fault-scope.ts';
import { FAULTS } from '../faults/faults.ts';
import { FAULT_NAMES, type FaultName } from '../faults/names.ts';
import type { Exchange, HttpRequest } from '../http/exchange.ts';
import { SENDS } from '../http/operation.ts';

/** What the next requests get. */
export interface Plan {
  readonly faults: readonly FaultName[];
  readonly script?: Script;
  /** How many requests are left. */
  readonly times: number;
}

/** The operations that each fault affects. */
const AFFECTED = new Map(FAULTS.map(({ id, affects = SENDS }) => [id, affects]));
const MOST_PLANS = 20;
const MOST_TIMES = 100;
/** The number of idempotency keys whose script is kept, so that a repeated send has the same body. */
const MOST_KEYS = 1000;

/** A plan that cannot be used. The message says why. */
export class PlanError extends Error {
  readonly code = 'unusable-plan';
}

/** Faults and scripts for the next requests, in the order in which they were set. */
export class NextRequests {
  #plans: Plan[] = [];
  readonly #scripts = new Map<string, Script>();

  get plans(): readonly Plan[] {
    return this.#plans;
  }

  /** @param value `{"faults"?: string[], "script"?: act[], "times"?: number}` @throws PlanError */
  add(value: unknown): void {
    const plan = readPlan(value);
    if (this.#plans.length >= MOST_PLANS)
      throw new PlanError(`there are ${MOST_PLANS} plans already; clear them`);
    this.#plans.push(plan);
  }

  clear(): void {
    this.#plans = [];
  }

  /** Gives each request what the first plan for its operation says. */
  applyTo(exchange: Exchange): Exchange {
    return (request) => exchange(this.#change(request));
  }

  #change(request: HttpRequest): HttpRequest {
    const { operationId } = request.operation;
    const isSend = SENDS.includes(operationId);
    const key = isSend ? request.header('idempotency-key') : undefined;
    const repeated = key === undefined ? undefined : this.#scripts.get(key);
    if (repeated) return withScript(request, repeated);
    const plan = this.#plans.find((one) => operationsOf(one).includes(operationId));
    if (!plan) return request;
    this.#plans = this.#plans.flatMap((one) =>
      one !== plan ? [one] : one.times > 1 ? [{ ...one, times: one.times - 1 }] : [],
    );
    const faulty = plan.faults.length > 0 ? withFaults(request, plan.faults) : request;
    if (!plan.script || !isSend) return faulty;
    if (key !== undefined) this.#keep(key, plan.script);
    return withScript(faulty, plan.script);
  }

  #keep(key: string, script: Script): void {
    this.#scripts.set(key, script);
    const [oldest] = this.#scripts.keys();
    if (this.#scripts.size > MOST_KEYS && oldest !== undefined) this.#scripts.delete(oldest);
  }
}

function operationsOf({ faults, script }: Plan): readonly OperationId[] {
  return [...(script ? SENDS : []), ...faults.flatMap((fault) => AFFECTED.get(fault) ?? [])];
}

function withFaults(request: HttpRequest, faults: readonly FaultName[]): HttpRequest {
  const header = (name: string) => (name === FAULT_HEADER ? faults.join(',') : request.header(name));
  return { ...request, header };
}

/** Adds a script to the content of a message. A body that is no message stays as it is, and is refused as ever. */
function withScript(request: HttpRequest, script: Script): HttpRequest {
  try {
    const body = parseExactly(request.body?.toString() ?? '');
    if (!isObject(body) || typeof body.content !== 'string') return request;
    const changed = { ...body, content: carryScript(body.content, script) };
    return { ...request, body: Buffer.from(JSON.stringify(changed)) };
  } catch {
    return request;
  }
}

function readPlan(value: unknown): Plan {
  if (!isObject(value)) throw new PlanError('send an object with faults, a script, or both');
  const { faults = [], script, times = 1, ...others } = value;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new PlanError('known are faults, script and times');
  if (!isFaults(faults)) throw new PlanError(`faults is a list of ${FAULT_NAMES.join(', ')}`);
  const acts = script === undefined ? undefined : readScript(script);
  if (script !== undefined && !acts)
    throw new PlanError('script is a list of acts, such as [{"say": "Hello"}]');
  if (faults.length === 0 && !acts) throw new PlanError('name a fault, or give a script');
  if (!(Number.isInteger(times) && Number(times) >= 1 && Number(times) <= MOST_TIMES))
    throw new PlanError(`times is a number from 1 to ${MOST_TIMES}`);
  return { faults, ...(acts && { script: acts }), times: Number(times) };
}

function isFaults(value: unknown): value is readonly FaultName[] {
  return Array.isArray(value) && value.every((one) => FAULT_NAMES.includes(one));
}
