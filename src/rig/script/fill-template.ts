import { isObject, type JsonObject } from './json.ts';

/**
 * A JSON value with placeholders.
 *
 * - `"$title"`: the value with that name. Members and items without a value are left out.
 * - `"$$title"`: the text `$title`.
 * - `{ "$each": "$steps", "$as": template }`: a list with the template filled once for each item of that value.
 */
export type Template = unknown;

/** The values of placeholders. An undefined value is absent; a name that is not declared is a mistake. */
export type Values = Readonly<Record<string, unknown>>;

/** A template cannot be filled. Its author has to fix it. */
export class TemplateError extends Error {
  readonly code = 'invalid-template';
}

/** Fills a template with values. @throws TemplateError when it names an unknown value, or iterates over something that is not a list */
export function fillTemplate(template: Template, values: Values): unknown {
  if (typeof template === 'string') return fillText(template, values);
  if (Array.isArray(template)) return fillItems(template, values);
  if (!isObject(template)) return template;
  return Object.hasOwn(template, '$each') ? fillEach(template, values) : fillMembers(template, values);
}

function fillText(text: string, values: Values): unknown {
  if (text.startsWith('$$')) return text.slice(1);
  return text.startsWith('$') ? lookUp(text, values) : text;
}

function fillItems(items: readonly Template[], values: Values): unknown[] {
  return items.map((item) => fillTemplate(item, values)).filter((value) => value !== undefined);
}

function fillMembers(members: JsonObject, values: Values): JsonObject {
  return Object.fromEntries(
    Object.entries(members)
      .map(([name, member]) => [name, fillTemplate(member, values)] as const)
      .filter(([, value]) => value !== undefined),
  );
}

function fillEach({ $each: name, $as: template }: JsonObject, values: Values): unknown[] {
  const items = typeof name === 'string' && name.startsWith('$') ? lookUp(name, values) : undefined;
  if (!Array.isArray(items)) {
    throw new TemplateError(`"$each" is ${JSON.stringify(name)}; it has to name a list, such as "$tasks"`);
  }
  return items.map((item) => fillTemplate(template, item as Values));
}

function lookUp(placeholder: string, values: Values): unknown {
  const name = placeholder.slice(1);
  if (Object.hasOwn(values, name)) return values[name];
  const known = Object.keys(values).map((key) => `"$${key}"`);
  throw new TemplateError(
    `there is no "${placeholder}" here; use one of ${known.join(', ')}, or "$$" for a text that begins with "$"`,
  );
}
