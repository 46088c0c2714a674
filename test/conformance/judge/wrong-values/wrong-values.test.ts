import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import requirements from '../../../../generated/requirements.json' with { type: 'json' };
import { alterRecordings } from './alter.ts';
import { OPERATORS } from './operators.ts';

/** Alterations that the judge cannot find, with the reason. survivors.yaml explains the members. */
interface Survivors {
  readonly places: readonly string[];
  readonly operators: readonly string[];
  readonly reason: 'open' | 'unstated' | 'equivalent';
  readonly point?: string;
  readonly why: string;
}

const SURVIVORS = parse(
  readFileSync(new URL('survivors.yaml', import.meta.url), 'utf8'),
) as readonly Survivors[];

/** The name patterns of the alterations that an entry explains. */
function patternsOf({ places, operators }: Survivors): string[] {
  return places.flatMap((place) => operators.map((operator) => `${place}/${operator}`));
}

function fits(name: string, pattern: string): boolean {
  const literal = pattern.split('*').map((part) => part.replaceAll(/[.[\]/]/g, '\\$&'));
  return new RegExp(`^${literal.join('.*')}$`).test(name);
}

const altered = alterRecordings();
const survived = altered.filter((each) => each.survived.length > 0);

describe('the judge of recordings', () => {
  const patterns = SURVIVORS.flatMap(patternsOf);

  it('applies every operator', () => {
    const used = new Set(altered.map(({ name }) => name.split('/').at(-1)));
    expect(Object.keys(OPERATORS).filter((operator) => !used.has(operator))).toEqual([]);
  });

  it('finds every alteration that survivors.yaml does not explain', () => {
    const unexplained = survived.filter(({ name }) => !patterns.some((pattern) => fits(name, pattern)));
    expect(unexplained.map(({ name, survived: [file] }) => `${name} in ${file}`)).toEqual([]);
  });

  it('finds none of the alterations that survivors.yaml explains', () => {
    const idle = SURVIVORS.flatMap((entry) =>
      entry.operators
        .filter((operator) => {
          const own = entry.places.map((place) => `${place}/${operator}`);
          return !survived.some(({ name }) => own.some((pattern) => fits(name, pattern)));
        })
        .map((operator) => `${entry.places.join(', ')}: ${operator} is found, so take it out`),
    );
    expect(idle).toEqual([]);
  });
});

describe('survivors.yaml', () => {
  it('names an open point if and only if the reason is open', () => {
    const wrong = SURVIVORS.filter(({ reason, point }) =>
      reason === 'open' ? !(point !== undefined && point in requirements.openPoints) : point !== undefined,
    );
    expect(wrong).toEqual([]);
  });

  it('has places that exist', () => {
    const idle = SURVIVORS.flatMap(({ places }) => places).filter(
      (place) => !survived.some(({ name }) => fits(name, `${place}/*`)),
    );
    expect(idle).toEqual([]);
  });
});
