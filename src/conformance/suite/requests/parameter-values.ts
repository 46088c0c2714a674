import type { RequestMember } from '../../../../generated/request-members.d.ts';
import { MISSING_ID } from '../check-kit/skills.ts';
import type { MemberValue, ValueKind } from './member-value.ts';

/** A text that is no id, no number and no word of the contract. */
const ELSEWHERE = 'elsewhere';

/** What is not in the range of any number of a query. */
const OUTSIDE = ['0', '-1', '1.5', ELSEWHERE, 'null', ''];

/**
 * The values of a parameter or header that follow from its schema. Left out is what no statement decides: whether an id of the path must be
 * positive, another spelling of a boolean, an empty or odd key, another type of content, and parameters that the
 * contract does not have.
 */
export function parameterValues(member: RequestMember): readonly MemberValue[] {
  return [...missing(member), ...words(member), ...numbers(member), ...ids(member)];
}

/** A path without its parameter is another path, and a request without a type of content may be JSON. */
function missing({ in: part, required }: RequestMember): MemberValue[] {
  if (part === 'header' && required) return [{ name: 'missing', make: () => undefined, kind: 'missing' }];
  return part === 'query' ? [{ name: 'missing', make: () => undefined, kind: 'default' }] : [];
}

function words({ type, enum: known = [] }: RequestMember): MemberValue[] {
  const booleans = type === 'boolean' ? ['true', 'false'] : [];
  return [
    ...booleans.map((word): MemberValue => ({ name: word, make: () => word, kind: 'taken' })),
    // Every other check names the type without its charset.
    ...known.map(
      (word): MemberValue => ({ name: 'with-charset', make: () => `${word}; charset=utf-8`, kind: 'taken' }),
    ),
  ];
}

/** Numbers at the ends of their range, and what is beyond the upper one or no number. */
function numbers({ in: part, type, minimum, maximum }: RequestMember): MemberValue[] {
  if (part !== 'query' || type !== 'integer' || minimum === undefined) return [];
  const numeral = (name: string, value: number, kind: ValueKind): MemberValue => ({
    name,
    make: () => String(value),
    kind,
  });
  return [
    numeral('least', minimum, 'least'),
    numeral('second', minimum + 1, 'taken'),
    ...(maximum === undefined
      ? []
      : [
          numeral('most', maximum, 'limit'),
          { name: 'outside', make: () => [String(maximum + 1), ...OUTSIDE], kind: 'outside' as const },
        ]),
  ];
}

/** Ids that nothing has, and texts that are none. One of them begins with an id that something has. */
function ids({ in: part, type }: RequestMember): MemberValue[] {
  if (part !== 'path') return [];
  const isNumber = type === 'integer';
  const malformed: Readonly<Record<string, (sound: unknown) => string>> = {
    text: () => ELSEWHERE,
    ...(isNumber ? { fraction: (sound) => `${sound}.5` } : { number: () => '7' }),
    longer: (sound) => `${sound}x`,
  };
  return [
    { name: 'unknown', make: (id) => (isNumber ? MISSING_ID : id), kind: 'unknown' },
    ...Object.entries(malformed).map(
      ([name, make]): MemberValue => ({ name, make: (_, sound) => make(sound), kind: 'mistyped' }),
    ),
  ];
}
