import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { defaultSeedValue } from '../../generated/default-seed.js';
import openapi from '../../generated/openapi.json' with { type: 'json' };
import { isObject } from '../../src/conformance/judge/json.ts';

const folder = new URL('../../spec/examples/', import.meta.url);

/** Members of requests that refer to something that no operation creates, with the matching part of the default seed. */
const { models, libraries, connectors, agents, users, skills } = defaultSeedValue;
const SEEDED = {
  model_id: models,
  workspace_id: libraries,
  workspace_ids: libraries,
  file_ids: (libraries ?? []).flatMap(({ files = [] }) => files),
  mcp_server_ids: connectors,
  agent_ids: agents,
  principal_agent_id: agents,
  shared_user_ids: users,
  skill_ids: skills,
} satisfies Record<string, readonly { readonly id: number }[] | undefined>;

function* idsIn(value: unknown): Generator<readonly [member: keyof typeof SEEDED, id: number]> {
  if (!isObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    if (name in SEEDED)
      for (const id of [member].flat()) if (typeof id === 'number') yield [name as keyof typeof SEEDED, id];
    yield* idsIn(member);
  }
}

const requests = readdirSync(folder)
  .filter((type) => type.endsWith('Request'))
  .flatMap((type) => readdirSync(new URL(`${type}/`, folder)).map((name) => `${type}/${name}`));

it.each(requests)('%s names only items of the default seed', (path) => {
  for (const [member, id] of idsIn(JSON.parse(readFileSync(new URL(path, folder), 'utf8')))) {
    const known: readonly { readonly id: number }[] = SEEDED[member] ?? [];
    expect(
      known.map((each) => each.id),
      member,
    ).toContain(id);
  }
});

it('a path first names a skill of the default seed; the story creates the others', () => {
  const known: readonly number[] = (skills ?? []).map(({ id }) => id);
  const [first] = Object.values(openapi.components.parameters.SkillId.examples);
  expect(known).toContain(first?.value);
});

/** A tool that pairs examples by name sends a request only if its body, path and headers have an example with that name. */
it('each body with an answer of the same name has an example of each required parameter', () => {
  const { parameters } = openapi.components;
  const lacking: string[] = [];
  for (const [path, item] of Object.entries(openapi.paths)) {
    for (const operation of Object.values(item) as readonly Operation[]) {
      const named = new Set(Object.keys(operation.requestBody?.content['application/json']?.examples ?? {}));
      const answered = Object.values(operation.responses).flatMap(({ content = {} }) =>
        Object.values(content).flatMap(({ examples = {} }) => Object.keys(examples)),
      );
      for (const { $ref } of operation.parameters ?? []) {
        const parameter = parameters[$ref.split('/').at(-1) as keyof typeof parameters] as Parameter;
        for (const name of answered.filter((each) => named.has(each)))
          if (parameter.required && !(name in (parameter.examples ?? {})))
            lacking.push(`${path} ${$ref} ${name}`);
      }
    }
  }
  expect(lacking).toEqual([]);
});

type Named = Readonly<Record<string, unknown>>;
type Content = Readonly<Record<string, { readonly examples?: Named }>>;

interface Parameter {
  readonly required?: boolean;
  readonly examples?: Named;
}

interface Operation {
  readonly parameters?: readonly { readonly $ref: string }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}
