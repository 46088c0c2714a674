import { expect } from 'vitest';
import type { Answer } from '../harness/client.ts';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';
import { DRAFT, makeSkill } from './making-skills.ts';
import { codeOf } from './refusals.ts';

const server = useServer();

states('S2.4-08', 'instructions cite libraries, files, connectors, tools and other skills', async () => {
  const main = server.as('main');
  for (const citation of [
    '{{library:12}}',
    '{{file:512}}',
    '{{connector:7}}',
    '{{tool:701}}',
    '{{skill:42}}',
  ]) {
    const instructions = `Use ${citation}.`;
    const { id } = await makeSkill(main, { instructions });
    expect((await main.get(`/skills/${id}`)).body.data.instructions).toBe(instructions);
  }
  await makeSkill(main, { instructions: 'Compare {{file:512}} with {{file:518}}, as {{skill:41}} has it.' });
});

states('S2.4-27', 'a citation has two braces and a colon; anything else is text', async () => {
  const main = server.as('main');
  for (const text of [
    'library:999999',
    '{library:999999}',
    '{library:999999}}',
    '{{library:999999}',
    '{{library 999999}}',
    '{{library}}',
    '{{',
    '}}',
  ]) {
    expect((await makeSkill(main, { instructions: `See ${text}.` })).instructions).toBe(`See ${text}.`);
  }
  expectInvalid(await main.post('/skills', { ...DRAFT, instructions: 'See {{library:999999}}.' }));
});

states(
  'S7-56 S7-57 S7-59',
  'missing and unusable resources are refused, without revealing which it was',
  async () => {
    const main = server.as('main');
    const { id: deleted } = await makeSkill(main);
    await main.delete(`/skills/${deleted}`);
    // For each type, first a missing resource, then those of another company, of another user, or deleted.
    for (const [type, missing, ...foreign] of [
      ['library', 999_999, 61, 16],
      ['file', 999_999, 611, 540],
      ['connector', 999_999, 17, 10],
      ['tool', 999_999, 704, 703],
      ['skill', 999_999, 31, 35, deleted],
    ]) {
      const cite = (id: unknown) =>
        main.post('/skills', { ...DRAFT, instructions: `Use {{${type}:${id}}}.` });
      const refused = await cite(missing);
      expectInvalid(refused);
      for (const id of foreign) {
        const other = await cite(id);
        expectInvalid(other);
        expect(nameless(other, id), `${type} ${id}`).toBe(nameless(refused, missing));
      }
    }
  },
);

states('S7-58', 'resources that instructions do not accept are refused, even if they exist', async () => {
  for (const citation of ['{{agent:21}}', '{{model:3}}', '{{chat:1}}']) {
    expectInvalid(
      await server.as('main').post('/skills', { ...DRAFT, instructions: `Use ${citation}.` }),
      citation,
    );
  }
});

states('S7-59', 'the refusal groups all problems in the first item of its data', async () => {
  const instructions = 'Use {{library:999999}}, {{file:518}}, {{skill:35}} and {{agent:21}}.';
  const refused = await server.as('main').post('/skills', { ...DRAFT, instructions });
  expectInvalid(refused);
  const told = JSON.stringify(refused.body.data);
  for (const name of ['999999', '35', '21']) expect(told).toContain(name);
  expect(told).not.toContain('518');
});

states('S7-60', 'a creation with one unusable citation saves nothing', async () => {
  const main = server.as('main');
  const before = (await main.get('/skills')).body;
  const instructions = 'Use {{library:12}} and {{library:999999}}.';
  expectInvalid(await main.post('/skills', { ...DRAFT, instructions }));
  const after = (await main.get('/skills')).body;
  expect([after.data, after.meta.total]).toEqual([before.data, before.meta.total]);
});

states(
  'S4.5-35 S7-60',
  'an update with an unusable citation changes nothing, whatever else it sends',
  async () => {
    const main = server.as('main');
    const { id } = await makeSkill(main, { instructions: 'Use {{library:12}}.' });
    const before = (await main.get(`/skills/${id}`)).body.data;
    for (const citation of ['{{library:999999}}', '{{file:611}}', '{{agent:21}}']) {
      const instructions = `Use {{library:12}} and ${citation}.`;
      expectInvalid(
        await main.patch(`/skills/${id}`, { instructions, name: 'Changed', icon: 'sun' }),
        citation,
      );
      expect((await main.get(`/skills/${id}`)).body.data).toEqual(before);
    }
    const update = await main.patch(`/skills/${id}`, { instructions: 'Use {{library:14}}.' });
    expect(update.body.data.instructions).toBe('Use {{library:14}}.');
  },
);

states('S4.5-35', 'all citations in new instructions are checked again, including old ones', async () => {
  const main = server.as('main');
  const { id: cited } = await makeSkill(main);
  const { id } = await makeSkill(main, { instructions: `Use {{skill:${cited}}}.` });
  await main.delete(`/skills/${cited}`);
  expectInvalid(await main.patch(`/skills/${id}`, { instructions: `Use {{skill:${cited}}} again.` }));
  expect((await main.get(`/skills/${id}`)).body.data.instructions).toBe(`Use {{skill:${cited}}}.`);
});

/** The contract leaves the names and the members of the groups open. */
function expectInvalid(answer: Answer, label = ''): void {
  expect(codeOf(answer), label).toEqual([422, 'prompt_refs_invalid']);
  const [groups] = answer.body.data;
  expect(groups, label).toBeTypeOf('object');
  expect(Object.keys(groups).length, label).toBeGreaterThan(0);
}

/** The message and data of a refusal with the id removed. */
function nameless({ body }: Answer, id: unknown): string {
  return JSON.stringify([body.message, body.data]).replaceAll(String(id), '#');
}
