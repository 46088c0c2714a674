import { describe, expect, it } from 'vitest';
import shownBy from '../../../generated/shown-by.json' with { type: 'json' };
import { CHECKS } from '../../../src/conformance/checks/index.ts';
import { loadRegistry } from '../../../src/conformance/registry.ts';
import { findSelected } from '../../../src/conformance/run/selectors.ts';

const { requirements, openPoints } = loadRegistry();
const judged = requirements.filter(
  ({ level, unverifiable }) => /must|should/.test(level) && unverifiable === undefined,
);
/** A duty of clients, about which no check of a server says anything. */
const OF_CLIENTS = 'agents.delegated.not-finished';

const select = (id: string) => [...findSelected(id, CHECKS)];

describe('an id', () => {
  it('of every requirement that a service is judged by selects checks', () => {
    const refused = judged.filter(({ id }) => select(id).length === 0);
    expect(refused).toEqual([]);
  });

  it('that no check shows is refused with the command that says why', () => {
    expect(() => select(OF_CLIENTS)).toThrow(
      `no check shows ${OF_CLIENTS}; conversation-api explain ${OF_CLIENTS} says why`,
    );
  });

  it('of every check selects that check', () => {
    expect(CHECKS.filter(({ id }) => !select(id).includes(id))).toEqual([]);
  });

  it.each([
    ['stream.terminal.exactly-one', shownBy['stream.terminal.exactly-one']],
    ['chats.create.exists', ['chats.create']],
  ])('%s selects the checks that show it', (id, expected) => {
    expect(select(id)).toEqual(expect.arrayContaining(expected));
  });

  it('of a statement or an open point selects the checks of its requirements', () => {
    const [point = ''] = Object.keys(openPoints).filter((key) => key === 'A-103');
    const named = judged.filter((row) => row.openPoints?.includes(point)).map(({ id }) => id);
    expect(select(point.toLowerCase()).sort()).toEqual(
      CHECKS.filter((check) => check.requirements.some((id) => named.includes(id)))
        .map(({ id }) => id)
        .sort(),
    );
  });

  it('that nothing has is refused', () => {
    expect(() => select('chats.craete')).toThrow(/no check and no requirement begins with chats.craete/);
  });
});

it('lists in generated/shown-by.json checks that exist; run `npm run costs`', () => {
  const known = new Set(CHECKS.map(({ id }) => id));
  expect(
    Object.values(shownBy)
      .flat()
      .filter((id) => !known.has(id)),
  ).toEqual([]);
  const verified = new Set(CHECKS.flatMap((check) => check.requirements));
  const lacking = judged.filter(({ id }) => !verified.has(id) && !Object.hasOwn(shownBy, id));
  expect(lacking.map(({ id }) => id)).toEqual([]);
});
