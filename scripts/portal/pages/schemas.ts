import { address } from '../addresses.ts';
import { type Call, callsOf, isReference, refName, type Schema } from '../contract.ts';
import { code, json, list, parts, section } from '../markdown.ts';
import { limitsOf, membersList, typeOf } from '../members.ts';
import type { Page } from '../page.ts';
import { requirementRows } from '../requirement-rows.ts';
import type { Sources } from '../sources.ts';

/** The list of all types, and a page for each. */
export function schemaPages(sources: Sources): readonly Page[] {
  const schemas = Object.entries(sources.openapi.components.schemas);
  const users = usersOf(sources);
  return [
    {
      path: 'schemas',
      title: 'Schemas',
      label: 'All schemas',
      description: 'Every type of the contract, with the places where it is used.',
      body: parts(
        'Most types are also published as JSON Schemas of their own. Ignore members that you do not know.',
        list(schemas.map(([name, schema]) => `[${name}](${address.schema(name)}): ${summaryOf(schema)}`)),
      ),
    },
    ...schemas.map(([name, schema]) => page(name, schema, users.get(name) ?? [], sources)),
  ];
}

/** One sentence about a type. Only the events of the stream have no description. */
function summaryOf({ description, properties }: Schema): string {
  if (description !== undefined) return firstSentence(description);
  return `The event ${code(String(properties?.type?.const))}, with its payload.`;
}

function page(name: string, schema: Schema, users: readonly string[], sources: Sources): Page {
  const { openapi, requirements } = sources;
  const choices = schema.oneOf ?? schema.anyOf ?? [];
  const owners = requirements.filter(({ schema: places = [] }) =>
    places.some((place) => place.startsWith(`${name}#`)),
  );
  return {
    path: `schemas/${name}`,
    title: name,
    description: summaryOf(schema),
    body: parts(
      schema.description,
      choices.length > 0 || schema.enum ? `One of: ${typeOf(schema)}.` : undefined,
      limitsOf(schema).length > 0 ? `Limits: ${limitsOf(schema).join(', ')}.` : undefined,
      section('## Members', membersList(schema, openapi, 'member')),
      section('## Where it is used', users.length === 0 ? 'Nowhere directly.' : list(users)),
      section('## Requirements', requirementRows(owners, sources)),
      section(
        '## JSON Schema',
        sources.schemaFiles.has(name)
          ? `[${name}.json](/schemas/${openapi.info.version}/${name}.json)`
          : undefined,
        `<details><summary>Show</summary>\n\n${json(schema as never)}\n\n</details>`,
      ),
    ),
  };
}

/** The places that refer to each type: operations, events and other types. */
function usersOf({ openapi, events }: Sources): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, Set<string>>();
  const note = (value: unknown, user: string) => {
    for (const name of namesIn(value)) {
      const known = users.get(name) ?? new Set();
      users.set(name, known.add(user));
    }
  };
  for (const call of callsOf(openapi)) {
    note(call.operation.requestBody, `${code(call.id)}, in the request`);
    note(responseSchemas(call, openapi), `${code(call.id)}, in the response`);
  }
  for (const { event, type } of events)
    note({ $ref: `#/components/schemas/${type}` }, `${code(event)}, as its data`);
  for (const [name, schema] of Object.entries(openapi.components.schemas)) note(schema, code(name));
  return new Map([...users].map(([name, places]) => [name, [...places]]));
}

function responseSchemas({ operation }: Call, openapi: Sources['openapi']): unknown {
  return Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, response]) =>
      isReference(response) ? openapi.components.responses[refName(response.$ref)] : response,
    );
}

function namesIn(value: unknown): readonly string[] {
  const found = JSON.stringify(value ?? null).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g);
  return [...new Set(Array.from(found, ([, name = '']) => name))];
}

function firstSentence(text: string): string {
  return text.split(/(?<=\.)\s/, 1)[0] ?? text;
}
