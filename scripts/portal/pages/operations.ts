import type { Requirement } from '../../../src/conformance/registry/registry.ts';
import { address } from '../addresses.ts';
import { requirementsByOperation } from '../concerns.ts';
import { type Call, callsOf, type Failure, type Media, parametersOf, responsesOf } from '../contract.ts';
import { code, escapeHtml, fence, json, parts, section, table } from '../markdown.ts';
import { limitsOf, membersTable, typeOf } from '../members.ts';
import type { Page } from '../page.ts';
import { requirementsTable } from '../requirements-table.ts';
import { samplesOf } from '../samples.ts';
import type { Sources } from '../sources.ts';
import { tryItElement } from '../try-it.ts';
import { ANSWERED_WITH, kindsOf } from './interactions.ts';

/** The list of all operations, and a page for each. */
export function operationPages(sources: Sources): readonly Page[] {
  const calls = callsOf(sources.openapi);
  const requirements = requirementsByOperation(sources);
  return [
    overview(calls, sources),
    ...calls.map((call) => page(call, requirements.get(call.id) ?? [], sources)),
  ];
}

function overview(calls: readonly Call[], { openapi }: Sources): Page {
  return {
    path: 'operations',
    title: 'Operations',
    label: 'All operations',
    description: 'Every operation of the service, by what you want to do.',
    body: parts(
      ...openapi.tags.map(({ name, description }) =>
        section(
          `## ${name}`,
          description,
          table(
            ['Operation', 'Request', 'What it does'],
            calls
              .filter(({ operation }) => operation.tags.includes(name))
              .map(({ id, method, path, operation }) => [
                `[${id}](${address.operation(id)})`,
                code(`${method} ${path}`),
                operation.summary,
              ]),
          ),
        ),
      ),
    ),
  };
}

function page(call: Call, requirements: readonly Requirement[], sources: Sources): Page {
  const { operation, id, method, path } = call;
  const failures = sources.failures.filter(({ operations }) => operations.includes(id));
  return {
    path: `operations/${id}`,
    title: operation.summary,
    label: id,
    description: operation.description.split(/(?<=\.)\s/, 1)[0] ?? operation.summary,
    body: parts(
      `<p class="call"><strong class="method method-${method.toLowerCase()}">${method}</strong> <code>${escapeHtml(path)}</code></p>`,
      operation.description,
      idempotency(call, sources),
      section('## Try it', tryItElement(call, sources.openapi)),
      section('## Samples', samplesOf(call, sources.openapi)),
      section('## Parameters', parametersTable(call, sources)),
      section('## Body', body(call, sources)),
      section('## Success', ...successes(call, sources)),
      section('## Failures', failuresTable(failures, id)),
      section('## Events', eventsOf(call, sources)),
      section('## Interaction', interactionOf(call)),
      section(
        '## Requirements',
        requirements.length === 0
          ? undefined
          : 'A service is held to these. The checks run against a live server; the judge also reads recordings.',
        requirementsTable(requirements, sources),
      ),
    ),
  };
}

function idempotency(call: Call, { openapi }: Sources): string {
  return parametersOf(call, openapi).some((each) => each.in === 'header')
    ? 'An `Idempotency-Key` makes it safe to send again: see [idempotency](/requirements/idempotency/) and [errors and retries](/guides/errors-and-retries/).'
    : 'It takes no `Idempotency-Key`.';
}

function parametersTable(call: Call, { openapi }: Sources): string | undefined {
  const parameters = parametersOf(call, openapi);
  if (parameters.length === 0) return undefined;
  return table(
    ['Name', 'In', 'Type', 'Meaning'],
    parameters.map(({ name, in: place, schema, required, description = '' }) => [
      `${code(name)}${required ? '' : ' <small>optional</small>'}`,
      place,
      typeOf(schema),
      [description, limitsOf(schema).length > 0 ? `<small>${limitsOf(schema).join(', ')}</small>` : '']
        .filter(Boolean)
        .join(' '),
    ]),
  );
}

function body({ operation }: Call, { openapi }: Sources): string | undefined {
  const media = operation.requestBody?.content['application/json'];
  if (!media) return undefined;
  return parts(
    `${operation.requestBody?.description ?? ''} Type: ${typeOf(media.schema)}.`.trim(),
    membersTable(media.schema, openapi),
    examples(media),
  );
}

function successes(call: Call, { openapi }: Sources): (string | undefined)[] {
  return responsesOf(call, openapi)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, { description, content = {} }]) => [
      `**${status}** ${description}`,
      ...Object.entries(content).flatMap(([type, media]) =>
        type === 'text/event-stream'
          ? ['The whole streams below play in the [stream player](/stream/player/).', streams(media)]
          : [`Type: ${typeOf(media.schema)}.`, examples(media)],
      ),
    ]);
}

function examples({ examples: all = {} }: Media): string {
  return details(Object.values(all).map(({ summary = 'Example', value }) => [summary, json(value)]));
}

function streams({ examples: all = {} }: Media): string {
  return details(
    Object.entries(all).map(([name, { summary = name, value }]) => [
      summary,
      parts(fence('text', String(value)), `[Play this stream](${address.stream(name)})`),
    ]),
  );
}

/** The first block is open, the others open when they are asked for. */
function details(blocks: readonly (readonly [summary: string, block: string])[]): string {
  return blocks
    .map(
      ([summary, block], index) =>
        `<details${index === 0 ? ' open' : ''}><summary>${escapeHtml(summary)}</summary>\n\n${block}\n\n</details>`,
    )
    .join('\n\n');
}

const AGAIN: Readonly<Record<string, string>> = {
  soon: 'yes, soon',
  wait: 'yes, while it runs',
};

function failuresTable(failures: readonly Failure[], operation: string): string | undefined {
  if (failures.length === 0) return undefined;
  return parts(
    'The column “Send again” says whether the same request may be repeated without a decision of a person. Other failures can occur: read `message_code`, and treat a code that you do not know by its status.',
    table(
      ['Status', 'Code', 'When', 'Send again', 'What to do'],
      failures.map((failure) => [
        failure.channel === 'event' ? '`message.error`' : String(failure.status),
        `[${code(failure.message_code)}](${address.failure(failure.id)})${failure.data_code ? ` with \`data.code\` ${code(failure.data_code)}` : ''}`,
        `${failure.condition}${decidedNote(failure, operation)}`,
        AGAIN[failure.resend ?? ''] ?? 'no',
        failure.retry,
      ]),
    ),
  );
}

/** The open points by which the contract says on its own account that this operation has the failure. */
function decidedNote({ decided = {} }: Failure, operation: string): string {
  const points = Object.entries(decided)
    .filter(([, operations]) => operations.includes(operation))
    .map(([id]) => id);
  return points.length === 0 ? '' : ` <small>Our decision: ${points.join(', ')}.</small>`;
}

function eventsOf({ operation }: Call, { events, asyncapi }: Sources): string | undefined {
  const success = operation.responses['200'] as { content?: object } | undefined;
  if (!success?.content || !('text/event-stream' in success.content)) return undefined;
  return parts(
    '[The stream](/stream/) says in which order events come.',
    table(
      ['Event', 'What it says'],
      events.map(({ event }) => [
        `[${code(event)}](${address.event(event)})`,
        asyncapi.components.messages[event]?.summary ?? '',
      ]),
    ),
  );
}

function interactionOf({ id }: Call): string | undefined {
  const kinds = kindsOf(id);
  if (kinds.length === 0) return undefined;
  return `Answers a [\`message.action_required\`](${address.event('message.action_required')}) of the kind ${kinds.map(code).join(' or ')}, whose data is ${kinds.map((kind) => `[${ANSWERED_WITH[kind]?.type}](${address.schema(ANSWERED_WITH[kind]?.type ?? '')})`).join(' or ')}. [Interactions](/guides/interactions/) explains the whole exchange.`;
}
