import type { RequestMember } from '../../../../generated/request-members.d.ts';
import { MISSING_ID } from '../../judge/missing-id.ts';
import type { MemberValue, ValueKind } from './member-value.ts';

/** A text that is not an id, a number or a word of the contract. */
const ELSEWHERE = 'elsewhere';

/** Values outside the range of every numeric query parameter. */
const OUTSIDE = ['0', '-1', '1.5', ELSEWHERE, 'null', ''];

/**
 * The values of a parameter or header that follow from its schema. Values that no statement decides are left out: ids in the path that are
 * not positive, other spellings of booleans, empty or odd keys, other content types, and parameters that the
 * contract does not define.
 */
export function parameterValues(member: RequestMember): readonly MemberValue[] {
  return [...missing(member), ...words(member), ...numbers(member), ...ids(member)];
}

/** A path parameter cannot be missing, since the path would be a different one. A request without a content type may count as JSON. */
function missing({ in: part, required }: RequestMember): MemberValue[] {
  if (part === 'header' && required) return [{ name: 'missing', make: () => undefined, kind: 'missing' }];
  return part === 'query' ? [{ name: 'missing', make: () => undefined, kind: 'default' }] : [];
}

function words({ type, enum: known = [] }: RequestMember): MemberValue[] {
  const booleans = type === 'boolean' ? ['true', 'false'] : [];
  return [
    ...booleans.map((word): MemberValue => ({ name: word, make: () => word, kind: 'taken' })),
    // All other checks send the content type without a charset.
    ...known.map(
      (word): MemberValue => ({ name: 'with-charset', make: () => `${word}; charset=utf-8`, kind: 'taken' }),
    ),
  ];
}

/** Numbers at the ends of the range, and values that are above the range or not numbers. */
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

/** Ids that do not exist, and malformed ids. Some malformed ids begin with an existing id. */
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
