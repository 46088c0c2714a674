import { ABSENT, type ChangeMember } from '../decorators/change-member.ts';
import type { Body } from '../decorators/requests.ts';
import type { MemberSchema, RequestMember } from './request-members.ts';

/** What the service does with a member of a request. */
export interface IgnoredInputOperator {
  readonly name: string;
  /** Completes the sentence "The service …". */
  readonly behaviour: string;
  /** Reads a different value than was sent. @returns undefined if the operator does not apply to the member */
  readonly hear?: (member: RequestMember) => ChangeMember | undefined;
  /** Refuses the request because of the value. @returns undefined if the operator does not apply to the member */
  readonly refuse?: (member: RequestMember) => ((value: Body) => boolean) | undefined;
}

const typed =
  (type: string, change: ChangeMember) =>
  ({ schema }: RequestMember): ChangeMember | undefined =>
    isOf(schema, type) ? change : undefined;

/** A value that the service uses for a member if the client sent none, or an unusable one. */
function usableValue({ schema, path }: RequestMember): Body {
  // A blocking turn can only be in auto mode.
  if (schema.enum) return path.at(-1) === 'permission_mode' ? 'auto' : schema.enum[0];
  if (isOf(schema, 'string')) return path.at(-1) === 'tool_use_id' ? 'call_1' : 'Something.';
  if (isOf(schema, 'boolean')) return false;
  if (isOf(schema, 'object')) return {};
  return ABSENT;
}

export const DEAFNESS_OPERATORS: readonly IgnoredInputOperator[] = [
  {
    name: 'not-heard',
    behaviour: 'acts as if it were absent',
    hear: ({ isRequired }) => (isRequired ? undefined : (value) => (value === undefined ? value : ABSENT)),
  },
  {
    name: 'only-first-heard',
    behaviour: 'hears its first item only',
    hear: typed('array', (value) => (Array.isArray(value) ? value.slice(0, 1) : value)),
  },
  {
    name: 'only-last-heard',
    behaviour: 'hears its last item only',
    hear: typed('array', (value) => (Array.isArray(value) ? value.slice(-1) : value)),
  },
  {
    name: 'heard-reversed',
    behaviour: 'hears the opposite',
    hear: typed('boolean', (value) => (typeof value === 'boolean' ? !value : value)),
  },
  {
    name: 'heard-as-other-word',
    behaviour: 'hears another of its words',
    hear: ({ schema }) => {
      const words = schema.enum;
      if (!words) return undefined;
      return (value) => (words.includes(value) ? words[(words.indexOf(value) + 1) % words.length] : value);
    },
  },
  {
    name: 'heard-as-first-word',
    behaviour: 'hears the first of its words',
    hear: ({ schema }) =>
      schema.enum ? (value) => (schema.enum?.includes(value) ? schema.enum[0] : value) : undefined,
  },
  {
    name: 'heard-as-last-word',
    behaviour: 'hears the last of its words',
    hear: ({ schema }) =>
      schema.enum ? (value) => (schema.enum?.includes(value) ? schema.enum.at(-1) : value) : undefined,
  },
  {
    name: 'cut',
    behaviour: 'hears only half of the text',
    hear: ({ schema, path }) =>
      isOf(schema, 'string') && !schema.enum && !path.at(-1)?.endsWith('_id')
        ? (value) => (typeof value === 'string' ? value.slice(0, Math.ceil(value.length / 2)) : value)
        : undefined,
  },
  {
    name: 'trimmed-to-limit',
    behaviour: 'takes a text that is too long',
    hear: ({ schema: { maxLength } }) =>
      maxLength === undefined
        ? undefined
        : (value) => (typeof value === 'string' ? value.slice(0, maxLength) : value),
  },
  {
    name: 'one-more-taken',
    behaviour: 'takes a text that is one character too long',
    hear: ({ schema: { maxLength } }) =>
      maxLength === undefined
        ? undefined
        : (value) =>
            typeof value === 'string' && value.length === maxLength + 1 ? value.slice(0, maxLength) : value,
  },
  {
    name: 'limit-refused',
    behaviour: 'refuses a text as long as the limit',
    refuse: ({ schema: { maxLength } }) =>
      maxLength === undefined ? undefined : (value) => typeof value === 'string' && value.length >= maxLength,
  },
  {
    name: 'missing-taken',
    behaviour: 'takes a request without it',
    hear: (member) =>
      member.isRequired ? (value) => (value === undefined ? usableValue(member) : value) : undefined,
  },
  {
    name: 'null-taken',
    behaviour: 'takes null',
    hear: (member) =>
      member.isRequired ? (value) => (value === null ? usableValue(member) : value) : undefined,
  },
  {
    // No statement says that other texts cannot be empty.
    name: 'empty-taken',
    behaviour: 'takes an empty id',
    hear: (member) =>
      member.isRequired && member.path.at(-1) === 'action_id'
        ? (value) => (value === '' ? usableValue(member) : value)
        : undefined,
  },
  {
    name: 'wrong-type-taken',
    behaviour: 'takes a value of another type',
    hear: (member) => (value) =>
      value === undefined || value === null || isOf(member.schema, typeOf(value))
        ? value
        : usableValue(member),
  },
  {
    name: 'other-word-taken',
    behaviour: 'takes a word that the contract does not know',
    hear: (member) => {
      const words = member.schema.enum;
      return words
        ? (value) => (typeof value === 'string' && !words.includes(value) ? usableValue(member) : value)
        : undefined;
    },
  },
  {
    name: 'not-positive-taken',
    behaviour: 'takes an id that is not positive',
    hear: ({ schema, path }) => {
      if (isOf(schema, 'integer') && path.at(-1)?.endsWith('_id'))
        return (value) => (typeof value === 'number' && value < 1 ? ABSENT : value);
      if (isOf(schema, 'array') && path.at(-1)?.endsWith('_ids'))
        return (value) => (Array.isArray(value) ? value.filter((id) => !(id < 1)) : value);
      return undefined;
    },
  },
  {
    name: 'refused',
    behaviour: 'refuses a request with it',
    refuse: ({ isRequired }) => (isRequired ? undefined : (value) => value !== undefined),
  },
  {
    name: 'absence-refused',
    behaviour: 'refuses a request without it',
    refuse: ({ isRequired, path }) =>
      isRequired || path.length > 1 ? undefined : (value) => value === undefined,
  },
  {
    name: 'emptiness-refused',
    behaviour: 'refuses it empty',
    refuse: ({ schema }) =>
      isOf(schema, 'object') || (isOf(schema, 'array') && !schema.minItems)
        ? (value) => typeof value === 'object' && value !== null && Object.keys(value).length === 0
        : undefined,
  },
  {
    name: 'last-word-refused',
    behaviour: 'refuses the last of its words',
    refuse: ({ schema }) => (schema.enum ? (value) => value === schema.enum?.at(-1) : undefined),
  },
  {
    name: 'two-refused',
    behaviour: 'refuses two items',
    refuse: ({ schema }) =>
      isOf(schema, 'array') ? (value) => Array.isArray(value) && value.length > 1 : undefined,
  },
];

function isOf({ type }: MemberSchema, name: string): boolean {
  return type === name;
}

function typeOf(value: Body): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}
