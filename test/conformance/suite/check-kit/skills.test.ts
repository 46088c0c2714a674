import { expect, it } from 'vitest';
import type { Actor } from '../../../../src/conformance/drive/actor.ts';
import type { CheckContext } from '../../../../src/conformance/suite/check-kit/context.ts';
import { searchSkills } from '../../../../src/conformance/suite/check-kit/skills.ts';

it('finds a skill that moves to a page that was read before, because another check deletes an earlier one', async () => {
  let skills = Array.from({ length: 150 }, (_, id) => ({ id }));
  const get = async (path: string) => {
    const query = new URLSearchParams(path.split('?')[1]);
    const [page, size] = [Number(query.get('page')), Number(query.get('size'))];
    const items = skills.slice((page - 1) * size, page * size);
    const meta = { total: skills.length };
    skills = skills.filter(({ id }) => id !== 0);
    return { items, meta };
  };
  const t = { requireSuccess: (answer: unknown) => answer, require() {} } as unknown as CheckContext;
  const { found } = await searchSkills(t, ({ id }) => id === 100, { get } as unknown as Actor);
  expect(found).toEqual({ id: 100 });
});
