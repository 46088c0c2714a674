import { describe, expect, it } from 'vitest';
import { Judgement } from '../../../src/conformance/judge/judgement.ts';
import { loadRegistry } from '../../../src/conformance/registry/registry.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';
import { countPlaces, explainPlaces, placesOf } from '../../../src/conformance/verdict/places.ts';
import { requireExercised } from '../../../src/conformance/verdict/required.ts';

describe('the places of a requirement', () => {
  it('are the answers and events whose schemas it covers', () => {
    expect(placesOf('chats.id.uuid', [])).toEqual(['listChats', 'createChat', 'getChat', 'updateChat']);
    expect(placesOf('events.ping.ts', [])).toEqual(['ping']);
  });

  it('exclude those that no server can reach: outage details where the contract defines none', () => {
    const places = placesOf('failures.details.service', []);
    expect(places).toContain('sendMessage (failure)');
    expect(places).toContain('cancelTurn (failure)');
    expect(places).not.toContain('listChats (failure)');
  });

  it.each([
    ['left', 'the profile has no scenario:plan'],
    ['cut', 'the answer broke off'],
    ['broken', 'the check ended at a violation before'],
    ['idle', 'the check met nothing that shows it'],
    ['getChat', 'what came there did not contain it'],
    ['listChats', 'did not come up in the run'],
  ])('explain why nothing was judged there: %s', (place, reason) => {
    const why = explainPlaces(
      [
        { id: 'left', status: 'left-out', reason: 'the profile has no scenario:plan' },
        { id: 'cut', status: 'incomplete', reason: 'the answer broke off' },
        { id: 'broken', status: 'violated' },
        { id: 'idle', status: 'passed' },
      ],
      [{ places: new Set(['getChat']) }],
    );
    const { missing } = countPlaces(['other', place], { exercised: true, places: new Set(['other']) }, why);
    expect(missing).toEqual([{ reason, places: [place] }]);
  });

  it('are the checks that verify it', () => {
    const verifiers = [
      { id: 'one', requirements: ['turns.send.deadline'] },
      { id: 'other', requirements: ['chats.delete.exists'] },
      { id: 'two', requirements: ['turns.send.deadline', 'chats.delete.exists'] },
    ];
    expect(placesOf('turns.send.deadline', verifiers)).toEqual(['one', 'two']);
  });

  it('exist for every requirement', () => {
    const none = loadRegistry().requirements.filter(({ id }) => placesOf(id, CHECKS).length === 0);
    expect(none).toEqual([]);
  });

  it('count as seen if the run judged them', () => {
    const judgement = new Judgement();
    judgement.exercise('chats.id.uuid', 'getChat');
    judgement.exercise('chats.id.uuid', 'of another contract');
    expect(countPlaces(['getChat', 'listChats'], judgement.rows.get('chats.id.uuid'))).toEqual({
      seen: 1,
      of: 2,
      missing: [{ reason: 'did not come up in the run', places: ['listChats'] }],
    });
  });

  it('include only the wire for a rule of the judge', () => {
    const judgement = new Judgement();
    const places = placesOf('stream.terminal.exactly-one', CHECKS);
    expect(countPlaces(places, judgement.rows.get('stream.terminal.exactly-one'))).toMatchObject({
      seen: 0,
      of: 1,
    });
    judgement.exercise('stream.terminal.exactly-one');
    expect(countPlaces(places, judgement.rows.get('stream.terminal.exactly-one'))).toMatchObject({
      seen: 1,
      of: 1,
    });
  });
});

describe('a requirement that is required at every place', () => {
  const row = (id: string, missing: string[]) =>
    ({
      id,
      level: 'must',
      status: 'passed',
      places: {
        seen: 1,
        of: 1 + missing.length,
        missing: missing.map((place) => ({ reason: 'why', places: [place] })),
      },
    }) as const;
  const report = {
    verdict: 'conformant',
    incomplete: [],
    requirements: [row('chats.id.uuid', ['listChats']), row('turns.send.exists', ['x'])],
  } as const;

  it('makes the report incomplete when a place is missing', () => {
    expect(requireExercised(report, ['chats/places'])).toMatchObject({
      verdict: 'incomplete',
      incomplete: ['chats.id.uuid is required at every place; not exercised: listChats (why)'],
    });
  });

  it('is not the same as one that is required', () => {
    expect(requireExercised(report, ['chats'])).toEqual(report);
  });
});
