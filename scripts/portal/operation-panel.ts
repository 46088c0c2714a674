import { address } from './addresses.ts';
import { type Call, type Failure, type Media, responsesOf } from './contract.ts';
import { block, code, escapeHtml, fence, folded, json, parts, section } from './markdown.ts';
import { samplesOf } from './samples.ts';
import type { Sources } from './sources.ts';
import { tryItElement } from './try-it.ts';

/** The panel next to the text of an operation, which stays visible: a request, its samples and the responses. */
export function operationPanel(call: Call, failures: readonly Failure[], sources: Sources): string {
  return parts(
    block('needs-scripts', '## Try it', tryItElement(call, sources)),
    section('## Samples', samplesOf(call, sources.openapi)),
    section(
      '## Responses',
      '<example-menu>',
      ...successes(call, sources),
      ...failed(failures, sources),
      '</example-menu>',
    ),
  );
}

function successes(call: Call, { openapi }: Sources): readonly string[] {
  const found = responsesOf(call, openapi)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, { content = {} }]) =>
      Object.entries(content).flatMap(([type, media]) => examplesOf(status, type, media)),
    );
  return found.map(([summary, block], index) => folded(summary, block, { isOpen: index === 0 }));
}

function examplesOf(status: string, type: string, { examples = {} }: Media): (readonly [string, string])[] {
  return Object.entries(examples).map(([name, { summary = name, value }]) => [
    `<b class="status-code">${status}</b> ${escapeHtml(summary)}`,
    type === 'text/event-stream'
      ? parts(fence('text', String(value)), `[Play this stream](${address.stream(name)})`)
      : json(value),
  ]);
}

/** The first failure of each status. The page of each failure has its own example. */
function failed(failures: readonly Failure[], { failureExamples }: Sources): readonly string[] {
  const first = Map.groupBy(
    failures.filter(({ channel }) => channel === 'http'),
    ({ status }) => status,
  );
  return [...first].flatMap(([status, [failure]]) => {
    const example = failure && failureExamples.get(failure.example);
    if (failure === undefined || example === undefined) return [];
    return [
      folded(
        `<b class="status-code">${status}</b> <code>${failure.message_code}</code>`,
        parts(json(example), `[About ${code(failure.message_code)}](${address.failure(failure.id)})`),
      ),
    ];
  });
}
