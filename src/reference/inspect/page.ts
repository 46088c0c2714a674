import { escapeHtml } from '../escape-html.ts';
import { FAULT_NAMES } from '../faults/names.ts';
import { curlOf, TOKEN_VARIABLE } from './curl.ts';
import type { Entry } from './journal.ts';
import type { Plan } from './next.ts';

/** Which entries are shown. An empty text shows all. */
export interface Filter {
  readonly chat: string;
  readonly credential: string;
  readonly failed: boolean;
}

export interface Shown {
  readonly entries: readonly Entry[];
  readonly plans: readonly Plan[];
  readonly filter: Filter;
  /** The URL of the server, for commands. */
  readonly base: string;
}

export const INSPECT = '/_reference/inspect';
export const NEXT = `${INSPECT}/next`;

/** The page of the journal. It runs no script and loads nothing. */
export function renderPage({ entries, plans, filter, base }: Shown): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Requests of the reference server</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Requests</h1>
<p>The last requests to operations of the contract, latest first; also as <a href="${INSPECT}.json${queryOf(filter)}">JSON</a>. A command needs the token in <code>${TOKEN_VARIABLE}</code>. <a href="#next">Set what the next requests get.</a></p>
${filterForm(filter)}
${entries.length === 0 ? '<p>No request matches.</p>' : entries.map((entry) => renderEntry(entry, base)).join('\n')}
<h2 id="next">Next requests</h2>
${plans.length === 0 ? '<p>Nothing is set.</p>' : `<ul>${plans.map(renderPlan).join('')}</ul><form method="post" action="${NEXT}"><button name="clear" value="1">Clear</button></form>`}
${planForm()}
</main>
</body>
</html>
`;
}

function filterForm({ chat, credential, failed }: Filter): string {
  return `<form action="${INSPECT}">
<label>Chat <input name="chat" value="${escapeHtml(chat)}"></label>
<label>Credential <input name="credential" value="${escapeHtml(credential)}"></label>
<label class="check"><input type="checkbox" name="failed" value="1"${failed ? ' checked' : ''}> only failures</label>
<button>Show</button>
</form>`;
}

function renderEntry(entry: Entry, base: string): string {
  const { at, method, operation, status, ms, failure, credential, chatId, lines, questions, events } = entry;
  const isFailed = failure !== undefined || (status ?? 0) >= 400;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['request', escapeHtml(entry.requestId)],
    ['path', escapeHtml(entry.path)],
    ['chat', chatId && link({ chat: chatId }, chatId)],
    ['credential', credential && link({ credential }, credential)],
    ['message', entry.messageId?.toString()],
    ['failure', failure && escapeHtml(`${failure}${entry.message ? `: ${entry.message}` : ''}`)],
    [
      'events',
      events &&
        escapeHtml(
          Object.entries(events)
            .map(([type, count]) => `${type} ${count}`)
            .join(', '),
        ),
    ],
    ['questions', escapeHtml(questions.map(({ kind, actionId }) => `${kind} ${actionId}`).join(', '))],
  ];
  const command = curlOf(entry, base);
  return `<details${isFailed ? ' class="failed"' : ''}>
<summary><time>${at.slice(11, 23)}</time> <b>${escapeHtml(method)} ${escapeHtml(operation)}</b> <span>${status ?? 'running'}${ms === undefined ? '' : `, ${ms} ms`}</span>${failure ? ` <span class="code">${escapeHtml(failure)}</span>` : ''}</summary>
<dl>${facts.flatMap(([name, value]) => (value ? [`<dt>${name}</dt><dd>${value}</dd>`] : [])).join('')}</dl>
${lines.length === 0 ? '' : `<h3>Log</h3><pre tabindex="0">${escapeHtml(lines.map((line) => JSON.stringify(line, null, 1)).join('\n'))}</pre>`}
<h3>Send it again</h3>
${command === undefined ? '<p>The body is too long to be kept, or is not text.</p>' : `<pre tabindex="0">${escapeHtml(command)}</pre>`}
</details>`;
}

function renderPlan({ faults, script, times }: Plan): string {
  const parts = [...faults, ...(script ? [`the script ${JSON.stringify(script)}`] : [])];
  return `<li>${escapeHtml(parts.join(', '))}: ${times === 1 ? 'one request' : `${times} requests`}</li>`;
}

function planForm(): string {
  return `<form method="post" action="${NEXT}">
<label>Fault <select name="faults"><option value="">none</option>${FAULT_NAMES.map((name) => `<option>${name}</option>`).join('')}</select></label>
<label class="wide">Script <textarea name="script" rows="3" placeholder='[{"say": "Hello"}]'></textarea></label>
<label>Requests <input name="times" type="number" min="1" max="100" value="1"></label>
<button>Set</button>
</form>`;
}

function link(filter: Partial<Filter>, text: string): string {
  return `<a href="${INSPECT}${queryOf(filter)}">${escapeHtml(text)}</a>`;
}

function queryOf({ chat = '', credential = '', failed = false }: Partial<Filter>): string {
  const pairs = Object.entries({ chat, credential, failed: failed ? '1' : '' }).filter(([, value]) => value);
  return pairs.length === 0 ? '' : escapeHtml(`?${new URLSearchParams(pairs)}`);
}

const STYLE = `
:root { color-scheme: light dark; --line: #767676; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --line: #8c8c8c; --bad: #ff8a80; } }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 1.5rem auto; max-width: 60rem; padding: 0 1rem; overflow-wrap: anywhere; }
form { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin: 1rem 0; }
label { display: grid; gap: .25rem; flex: 1 1 12rem; }
label.check { display: flex; flex: none; align-items: center; }
label.wide { flex-basis: 100%; }
input, select, textarea, button { font: inherit; padding: .35rem .5rem; border: 1px solid var(--line); border-radius: .3rem; min-width: 0; }
textarea, pre { font-family: ui-monospace, monospace; }
details { border: 1px solid var(--line); border-left-width: .3rem; border-radius: .3rem; margin: .5rem 0; padding: .35rem .75rem; }
details.failed { border-left-color: var(--bad); }
summary { cursor: pointer; }
.code { color: var(--bad); }
dl { display: grid; grid-template-columns: minmax(5rem, max-content) 1fr; gap: .25rem 1rem; }
dd { margin: 0; unicode-bidi: isolate; }
h3 { font-size: 1rem; margin: .75rem 0 .25rem; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid var(--line); border-radius: .3rem; margin: .25rem 0; white-space: pre; overflow-wrap: normal; unicode-bidi: isolate; }
`;
