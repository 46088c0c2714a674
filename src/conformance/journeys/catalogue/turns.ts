import type { Act, Script } from '../../../rig/script/act.ts';
import { renderScript } from '../../../rig/script/render-script.ts';

/*
 * What turns of journeys do, with the connectors, agents and libraries of the default seed.
 */

/** A text that a client damages easily: line ends, quotes, markup, characters of several code units, and ones that combine. */
const NASTY =
  '  We open at 10:00.\r\nClosed on <Sundays> & “holidays” \\ 😀 e\u0301 👩‍🚀\n\n\ttabs  and  spaces. \n';

export const ANSWER: Act = { say: NASTY, pieces: 12 };
export const BEGINNING: Act = { say: 'One moment, 😀. ' };
export const LONG: Act = {
  say: Array.from({ length: 150 }, (_, at) => `Line ${at + 1}: the tide tables — ü.`).join('\n'),
  pieces: 60,
};

const CONNECTORS = { mcp_server_ids: [7, 9] };
export const WITH_TOOLS = { attachments: CONNECTORS };
export const WITH_AGENTS = { attachments: { ...CONNECTORS, agent_ids: [21, 22] } };
export const WITH_LIBRARY = { attachments: { workspace_ids: [12] } };

const CLOSE = { tool: 'close_ticket', input: { ticket: '4410' } };
const ORDER = { tool: 'order_books', input: { title: 'Tide Tables', copies: 2 } };

export const TOOL: Act = { call: CLOSE };
export const TWO_TOOLS: Act = { call: [CLOSE, ORDER] };
export const UNCONNECTED: Act = { call: { tool: 'list_events', input: {} } };
export const PLAN: Act = {
  plan: { title: 'Hours', context: 'Easter', steps: [{ step: 1, action: 'Write' }], notes: '' },
};
export const QUESTION: Act = {
  ask: {
    message: 'Which branch?',
    schema: { type: 'object', properties: { branch: { type: 'string' } }, required: ['branch'] },
  },
};

/** Two tasks at once, each with these acts. */
export const delegating = (...script: Act[]): Act => ({
  delegate: [21, 22].map((agent) => ({ agent, task: 'Do your part.', script })),
});

/** Members in an order that no serializer makes by itself, for turns that are sent again. */
export const UNSORTED = { metadata: { zeta: 1, alpha: [true, { c: 1, b: 2 }] } };

/** The body of a turn that follows a script. */
export function turn(script: Script, members: Readonly<Record<string, unknown>> = {}) {
  return { ...members, content: `When do you open?\n\n${renderScript(script)}` };
}

/** The same for the blocking send. */
export function blocking(script: Script, members: Readonly<Record<string, unknown>> = {}) {
  return turn(script, { permission_mode: 'auto', ...members });
}
