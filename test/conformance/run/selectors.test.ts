import { describe, expect, it } from 'vitest';
import shownBy from '../../../generated/shown-by.json' with { type: 'json' };
import { referenceProfileOf } from '../../../src/cli/reference-profile.ts';
import type { Profile } from '../../../src/conformance/profile/profile.ts';
import { loadRegistry } from '../../../src/conformance/registry/registry.ts';
import { planChecks } from '../../../src/conformance/run/plan-run.ts';
import { findSelected, findSkipped } from '../../../src/conformance/run/selectors.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

const { requirements, openPoints } = loadRegistry();
const judged = requirements.filter(
  ({ level, unverifiable }) => /must|should/.test(level) && unverifiable === undefined,
);
/** A duty of clients. No check of a server covers it. */
const OF_CLIENTS = 'agents.delegated.not-finished';

const planOf = (profile: Profile, id: string) =>
  planChecks(CHECKS, profile, { only: [id], skip: [], isFast: false, isLong: false }).checks;
/** Whether every check that covers a requirement waits for longer than three minutes. */
const isLong = (id: string) =>
  CHECKS.filter((check) => select(id).includes(check.id)).every(({ waits = 0 }) => waits > 180_000);
const select = (id: string) => [...findSelected(id, CHECKS)];

describe('an id', () => {
  it('of every requirement for services selects checks', () => {
    const refused = judged.filter(({ id }) => select(id).length === 0);
    expect(refused).toEqual([]);
  });

  it('that no check covers is refused with the command that explains why', () => {
    expect(() => select(OF_CLIENTS)).toThrow(
      `no check shows ${OF_CLIENTS}; npx --no conversation-api explain ${OF_CLIENTS} says why`,
    );
  });

  it('of every check selects that check', () => {
    expect(CHECKS.filter(({ id }) => !select(id).includes(id))).toEqual([]);
  });

  it.each([
    ['stream.terminal.exactly-one', shownBy['stream.terminal.exactly-one']],
    ['chats.create.exists', ['chats.create']],
  ])('%s selects the checks that cover it', (id, expected) => {
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

  it('of a requirement that the judge covers skips nothing, and the message says so', () => {
    expect(() => findSkipped('events.delta.text', CHECKS)).toThrow(
      /^no check verifies events\.delta\.text by itself: .* cannot be skipped; --known-failures/,
    );
    expect([...findSkipped('chats.create', CHECKS)]).toContain('chats.create');
    expect(() => findSkipped('chats.craete', CHECKS)).toThrow(/^no check and no requirement/);
  });

  it('of every requirement selects a check that runs with a full profile, without --long', () => {
    const profile = referenceProfileOf('http://x', 1);
    const idle = judged.filter(({ id }) => planOf(profile, id).length === 0);
    expect(idle.map(({ id }) => id).filter((id) => !isLong(id))).toEqual([]);
  });

  it.each([
    'events.start.request-id',
    'events.delta.text',
    'messages.terminal.shape',
    'messages.id.integer',
    'stream.terminal.exactly-one',
    'stream.framing.utf8',
    'chats.id.uuid',
    'skills.id.integer',
    'envelope.meta.request-id',
  ])('of %s, which every basic use shows, selects a check without needs', (id) => {
    const { baseUrl, credentials, timers } = referenceProfileOf('http://x', 1);
    const { main } = credentials;
    const nothing = { headers: {}, resources: {}, scenarios: {}, faults: {} };
    const plan = planOf({ ...nothing, baseUrl, timers, credentials: main ? { main } : {} }, id);
    expect(plan.length).toBeGreaterThan(0);
  });

  it.each([
    ['the beginning of a word', 'chats.cre', 'chats.create'],
    ['a part after a dot', 'createChat.name', 'requests.createChat.name.text'],
    ['the beginning of a part after a dot', 'expir', 'interactions.expiry.in-time.auth-required-in-auto'],
  ])('selects by %s, if nothing has this id', (_, selector, id) => {
    expect([...findSelected(selector, CHECKS)]).toContain(id);
  });

  it('that does not exist is refused', () => {
    expect(() => select('chats.craete')).toThrow(/no check and no requirement begins with chats.craete/);
  });
});

it('generated/shown-by.json lists only existing checks; run `npm run costs`', () => {
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
