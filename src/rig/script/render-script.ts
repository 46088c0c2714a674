import type { Script } from './act.ts';

/** Whatever is not printable ASCII, and the backtick, so that nothing in a script looks like the end of it. */
const ESCAPED = /[^ -_a-~]/g;

/** A script as a fenced block. It is ASCII, and its JSON is one line: what passes it on can neither recode nor reflow it. */
export function renderScript(script: Script): string {
  return `\`\`\`script\n${JSON.stringify(script).replaceAll(ESCAPED, escapeUnit)}\n\`\`\``;
}

/** A text that carries a script for whoever it is given to, or the text alone. */
export function carryScript(text: string, script: Script | undefined): string {
  return script ? `${text}\n\n${renderScript(script)}` : text;
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
