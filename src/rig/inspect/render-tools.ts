import type { ChatRequest, OfferedTool } from '../model/chat-request.ts';
import { isObject } from '../script/json.ts';

const MOST_TOOLS = 200;
/** How many levels of a schema are shown. */
const DEPTH = 4;
const MOST_MEMBERS = 40;
const DESCRIPTION = 100;
const NAME = 200;
/** Everything but printable ASCII. A terminal would interpret some of these characters, and YAML forbids others. */
const ESCAPED = /[^ -~]/g;
const PLAIN_KEY = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
/** Words that YAML does not read as strings. */
const NO_TEXT = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/**
 * Renders the tools of a request as YAML, each as an entry for `rig.tools` of a profile. `<type>` marks where a placeholder
 * or a value is needed. The result is always ASCII without control characters.
 */
export function renderTools({ model, tools }: ChatRequest): string {
  const shown = tools.slice(0, MOST_TOOLS);
  const left = tools.length - shown.length;
  return [
    `# The tools of a request to the model ${quote(model, NAME)}${left > 0 ? `, except ${left} more` : ''}`,
    ...shown.flatMap(renderTool),
    '',
  ].join('\n');
}

function renderTool({ name, description, parameters }: OfferedTool): string[] {
  return [
    ...(description.trim() === '' ? [] : [`# ${writeComment(description.trim(), DESCRIPTION)}`]),
    `- name: ${quote(name, NAME)}`,
    `  input: ${sketch(parameters, DEPTH)}`,
  ];
}

/**
 * Outlines the values that a schema describes: an object with its members, a list with one item, anything else as
 * `<type>`.
 */
function sketch(schema: unknown, levels: number): string {
  if (!isObject(schema)) return quote('<any>', NAME);
  if (isObject(schema.properties) && levels > 0) return sketchObject(schema.properties, levels);
  if (isObject(schema.items) && levels > 0) return `[${sketch(schema.items, levels - 1)}]`;
  return quote(`<${typeOf(schema)}>`, NAME);
}

function sketchObject(properties: Readonly<Record<string, unknown>>, levels: number): string {
  const members = Object.entries(properties)
    .slice(0, MOST_MEMBERS)
    .map(([name, member]) => `${writeKey(name)}: ${sketch(member, levels - 1)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function typeOf({ type, enum: values }: Readonly<Record<string, unknown>>): string {
  if (Array.isArray(values) && values.every((value) => typeof value === 'string')) return values.join('|');
  if (Array.isArray(type)) return type.join('|');
  return typeof type === 'string' ? type : 'any';
}

function writeKey(name: string): string {
  return PLAIN_KEY.test(name) && !NO_TEXT.test(name) ? name : quote(name, NAME);
}

/** Shortens a text and puts it in double quotes, for JSON and YAML alike. */
function quote(text: string, longest: number): string {
  return JSON.stringify(text.slice(0, longest)).replaceAll(ESCAPED, escapeUnit);
}

/** Shortens a text to one line of a comment. */
function writeComment(text: string, longest: number): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return `${line.slice(0, longest)}${line.length > longest ? '...' : ''}`.replaceAll(ESCAPED, escapeUnit);
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
