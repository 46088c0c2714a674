import type { Family } from '../family.ts';
import { busyChats } from './busy-chats.ts';
import { cancellations } from './cancellations.ts';
import { endedTurns } from './ended-turns.ts';
import { interactions } from './interactions.ts';
import { keys } from './keys.ts';
import { alteration } from './state-change.ts';

/** In one state, an action has the effect or the answer of another state. */
export const wrongStates: Family = {
  name: 'wrong-states',
  *generate(traffic) {
    const all = [...busyChats(), ...endedTurns(), ...keys(), ...interactions(), ...cancellations()];
    for (const change of all) yield alteration(change, traffic);
  },
};
