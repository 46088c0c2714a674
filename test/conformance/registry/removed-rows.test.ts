import { describe, expect, it } from 'vitest';
import { findNearestIds } from '../../../src/conformance/registry/lookup.ts';
import { loadRegistry } from '../../../src/conformance/registry/registry.ts';
import { REMOVED_ROWS, removedRow } from '../../../src/conformance/registry/removed-rows.ts';

const registry = loadRegistry();
const ids = new Set(registry.requirements.map(({ id }) => id));

describe('a removed requirement', () => {
  it.each(Object.keys(REMOVED_ROWS))('%s is no longer in the registry, and what replaced it is', (id) => {
    expect(ids.has(id)).toBe(false);
    expect(ids).toContain(removedRow(id)?.instead);
  });

  it('is answered with the one that took its place', () => {
    expect(findNearestIds(registry, 'interactions.pause.pings')).toEqual(['stream.ping.cadence']);
  });
});
