import { writeJson } from '../../exact-json/exact-number.ts';
import type { Script } from './act.ts';

/** Everything but printable ASCII, and the backtick, so that nothing inside a script looks like its end. */
const ESCAPED = /[^ -_a-~]/g;

/** Renders a script as a fenced block. The JSON is one line of ASCII, so that no service can recode or reflow it. */
export function renderScript(script: Script): string {
  return `\`\`\`script\n${writeJson(script).replaceAll(ESCAPED, escapeUnit)}\n\`\`\``;
}

/** Appends a script to a text, if there is one. */
export function carryScript(text: string, script: Script | undefined): string {
  return script ? `${text}\n\n${renderScript(script)}` : text;
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
