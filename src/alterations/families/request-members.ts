import openapi from '../../../generated/openapi.json' with { type: 'json' };
import operations from '../../../generated/operations.json' with { type: 'json' };
import type { OperationId } from '../../reference/http/operation.ts';
import type { Body } from '../decorators/requests.ts';
import { ABSENT } from './values.ts';

/** The part of a schema that says what a request may carry. */
export interface MemberSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, MemberSchema>>;
  readonly required?: readonly string[];
  readonly items?: MemberSchema;
  readonly enum?: readonly unknown[];
  readonly maxLength?: number;
  readonly minItems?: number;
}

/** A member of the body of a request. */
export interface RequestMember {
  readonly operation: OperationId;
  /** The members that lead to it; `[]` stands for every item. */
  readonly path: readonly string[];
  readonly schema: MemberSchema;
  readonly isRequired: boolean;
}

const SCHEMAS: Readonly<Record<string, MemberSchema>> = openapi.components.schemas as never;

/** Every member of every request of the contract, nested ones included. */
export function requestMembers(): readonly RequestMember[] {
  return operations.flatMap(({ operationId, request }) => {
    const schema = request === null ? undefined : SCHEMAS[request];
    return schema ? [...membersOf(operationId as OperationId, schema, [])] : [];
  });
}

function* membersOf(
  operation: OperationId,
  schema: MemberSchema,
  path: readonly string[],
): Generator<RequestMember> {
  const { properties = {}, required = [], items } = resolve(schema);
  for (const [name, member] of Object.entries(properties)) {
    const at = [...path, name];
    const resolved = resolve(member);
    yield { operation, path: at, schema: resolved, isRequired: required.includes(name) };
    yield* membersOf(operation, resolved, at);
  }
  if (items) yield* membersOf(operation, items, [...path, '[]']);
}

function resolve(schema: MemberSchema): MemberSchema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (SCHEMAS[name] ?? schema);
}

/** Changes the value of a member. @param change returns ABSENT to leave it out; it gets undefined where it is absent */
export type ChangeMember = (value: Body) => unknown;

/** The body with other values of a member, wherever the body has the object that the member belongs to. */
export function changeMember(body: Body, [step, ...rest]: readonly string[], change: ChangeMember): Body {
  if (step === undefined) return change(body);
  if (step === '[]') return Array.isArray(body) ? body.map((item) => changeMember(item, rest, change)) : body;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  if (rest.length > 0 && body[step] === undefined) return body;
  const changed = changeMember(body[step], rest, change);
  const { [step]: _, ...others } = body;
  return changed === ABSENT || changed === undefined ? others : { ...body, [step]: changed };
}
