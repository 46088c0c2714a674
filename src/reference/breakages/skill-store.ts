import type { Ports } from '../ports.ts';
import type { Skills } from '../store/store.ts';

/** A store that does some things otherwise with skills. It is called once for each server. */
export function rewriteSkillStore(change: (skills: Skills) => Partial<Skills>): (ports: Ports) => Ports {
  return (ports) => {
    const { store } = ports;
    return { ...ports, store: { ...store, skills: { ...store.skills, ...change(store.skills) } } };
  };
}
