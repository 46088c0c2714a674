import { describe, expect, it } from 'vitest';
import type { InteractionState, Store } from '../../../../src/reference/store/store.ts';
import { chat, HOSTILE, interaction, turn } from '../records.ts';
import { STORES } from '../stores.ts';

const STATES: readonly InteractionState[] = ['pending', 'claimed', 'resolved', 'closed', 'expired'];

/** A store with the turns 1 and 2. */
function withTurns(open: () => Store): Store {
  const store = open();
  store.turns.begin(turn(), chat());
  store.turns.begin(turn());
  return store;
}

describe.each(STORES)('interactions %s', (_, open) => {
  it.each([interaction(), interaction({ credentialId: null, kind: 'elicitation' })])(
    'come back unchanged',
    (record) => {
      const { interactions } = withTurns(open);
      interactions.open(record);
      expect(interactions.find(record.id)).toStrictEqual(record);
    },
  );

  it.each(['act_2', '', 'act_1\0', HOSTILE])('are not found by %j', (id) => {
    const { interactions } = withTurns(open);
    interactions.open(interaction());
    expect(interactions.find(id)).toBeUndefined();
    expect(interactions.change(id, 'pending', 'resolved')).toBe(false);
  });

  it('change only from the expected state', () => {
    const { interactions } = withTurns(open);
    interactions.open(interaction());
    interactions.open(interaction({ id: 'act_2' }));
    expect(interactions.change('act_1', 'claimed', 'resolved')).toBe(false);
    expect(interactions.change('act_1', 'pending', 'claimed')).toBe(true);
    expect(interactions.change('act_1', 'pending', 'claimed')).toBe(false);
    expect(interactions.find('act_1')?.state).toBe('claimed');
    expect(interactions.find('act_2')?.state).toBe('pending');
  });

  it('of a turn expire unless an answer was accepted', () => {
    const { interactions } = withTurns(open);
    for (const state of STATES) {
      interactions.open(interaction({ id: `own-${state}`, state }));
      interactions.open(interaction({ id: `other-${state}`, state, turnId: 2 }));
    }
    interactions.expireOf(1);
    expect(STATES.map((state) => interactions.find(`own-${state}`)?.state)).toEqual([
      'expired',
      'expired',
      'resolved',
      'closed',
      'expired',
    ]);
    expect(STATES.map((state) => interactions.find(`other-${state}`)?.state)).toEqual(STATES);
  });
});
