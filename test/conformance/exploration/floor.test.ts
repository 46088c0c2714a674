import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Decorator } from '../../../src/reference/ports.ts';
import { FLOOR } from './floor/index.ts';
import { type Sequence, Visitor } from './floor/sequence.ts';
import { ACTION_SEQUENCES } from './floor/sequences-actions.ts';
import { RESOURCE_SEQUENCES } from './floor/sequences-resources.ts';
import { TURN_SEQUENCES } from './floor/sequences-turns.ts';
import { withServer } from './floor/start.ts';

const SEQUENCES: Readonly<Record<string, Sequence>> = {
  ...TURN_SEQUENCES,
  ...ACTION_SEQUENCES,
  ...RESOURCE_SEQUENCES,
};

function show(id: string, defects: readonly Decorator[]): Promise<unknown> {
  const turn = { chatId: randomUUID(), key: randomUUID() };
  return withServer(
    defects,
    (url, { clock }) => SEQUENCES[id]?.show(new Visitor(url, clock), turn) ?? Promise.reject(id),
  );
}

describe('a defect of the floor', () => {
  it.each(FLOOR.map((defect) => [defect.id, defect] as const))(
    '%s is shown by its sequence',
    async (id, defect) => {
      expect(await show(id, [])).toEqual(SEQUENCES[id]?.sound);
      expect(await show(id, [defect])).toEqual(SEQUENCES[id]?.broken);
    },
  );

  it('is one of forty, each with its own sequence', () => {
    expect(FLOOR).toHaveLength(40);
    expect(Object.keys(SEQUENCES).toSorted()).toEqual(FLOOR.map(({ id }) => id).toSorted());
  });
});
