import type { Requirement } from '../../../src/conformance/registry/registry.ts';
import { address } from '../addresses.ts';
import { requirementsByOperation } from '../concerns.ts';
import { type Call, callsOf, type Failure, parametersOf, responsesOf } from '../contract.ts';
import { failureRow } from '../failure-rows.ts';
import { block, code, escapeHtml, facetName, folded, list, parts, section, table } from '../markdown.ts';
import { describe, membersList, namedValue, typeOf } from '../members.ts';
import { operationPanel } from '../operation-panel.ts';
import type { Page } from '../page.ts';
import { requirementRows } from '../requirement-rows.ts';
import type { Sources } from '../sources.ts';
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
  const { prose, leftOpen } = splitDescription(operation.description);
  const request = [
    chapter('Parameters', parameters(call, sources)),
    chapter('Body', body(call, sources)),
  ].filter(({ text }) => text !== undefined);
  const outcomes = [
    chapter('Answer', ...answers(call, sources)),
    chapter('Events', eventsOf(call, sources)),
    chapter('Interaction', interactionOf(call)),
    chapter('Failures', failureList(failures, id)),
    chapter(
      'Open points',
      leftOpen.length === 0 ? undefined : folded(`${leftOpen.length} open points`, list(leftOpen)),
    ),
    chapter('Requirements', requirementRows(requirements, sources)),
  ].filter(({ text }) => text !== undefined);
  return {
    path: `operations/${id}`,
    title: operation.summary,
    description: operation.description.split(/(?<=\.)\s/, 1)[0] ?? operation.summary,
    badge: method,
    isWide: true,
    body: block(
      'operation',
      block(
        'operation-head',
        `<p class="call"><strong class="method method-${method.toLowerCase()}">${method}</strong> <code>${escapeHtml(path)}</code> <small>${id}</small></p>`,
        prose,
        idempotency(call, sources),
        `<p class="jump">${[...request, ...outcomes].map(({ name }) => `<a href="#${facetName(name)}">${name}</a>`).join(' ')}</p>`,
      ),
      block('operation-request', ...request.map(({ text }) => text)),
      block('operation-panel', operationPanel(call, failures, sources)),
      block('operation-rest', ...outcomes.map(({ text }) => text)),
    ),
  };
}

function chapter(name: string, ...content: readonly (string | undefined)[]) {
  return { name, text: section(`## ${name}`, ...content) };
}

/** A description ends with the open points that it does not mention. */
function splitDescription(description: string): {
  readonly prose: string;
  readonly leftOpen: readonly string[];
} {
  const [prose = '', folds = ''] = description.split(/^<details>/m);
  return { prose: prose.trim(), leftOpen: Array.from(folds.matchAll(/^- (.+)$/gm), ([, item = '']) => item) };
}

function idempotency(call: Call, { openapi }: Sources): string {
  return parametersOf(call, openapi).some((each) => each.in === 'header')
    ? 'An `Idempotency-Key` makes it safe to send again: see [idempotency](/requirements/idempotency/) and [errors and retries](/guides/errors-and-retries/).'
    : 'It takes no `Idempotency-Key`.';
}

function parameters(call: Call, { openapi }: Sources): string | undefined {
  return parts(
    ...parametersOf(call, openapi).map(({ name, in: place, schema, required, description = '' }) =>
      namedValue(
        `parameter.${name}`,
        name,
        `${typeOf(schema)} <small>in the ${place}, ${required ? 'required' : 'may be absent'}</small>`,
        describe({ ...schema, description }, openapi),
      ),
    ),
  );
}

function body({ operation }: Call, { openapi }: Sources): string | undefined {
  const media = operation.requestBody?.content['application/json'];
  if (!media) return undefined;
  return parts(
    `${operation.requestBody?.description ?? ''} Type: ${typeOf(media.schema)}.`.trim(),
    membersList(media.schema, openapi, 'body'),
  );
}

function answers(call: Call, { openapi }: Sources): (string | undefined)[] {
  return responsesOf(call, openapi)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, { description, content = {} }]) => [
      `**${status}** ${description}`,
      ...Object.entries(content).flatMap(([type, { schema }]) =>
        type === 'text/event-stream'
          ? ['The streams beside this text play in the [stream player](/stream/player/).']
          : [`Type: ${typeOf(schema)}.`, membersList(schema, openapi, 'answer')],
      ),
    ]);
}

function failureList(failures: readonly Failure[], operation: string): string | undefined {
  if (failures.length === 0) return undefined;
  return parts(
    '“Send again” says whether the same request may be repeated without a decision of a person. Other failures can occur: read `message_code`, and treat a code that you do not know by its status.',
    ...failures.map((failure) => failureRow(failure, decidedNote(failure, operation))),
  );
}

/** The open points by which the contract decides that this operation has the failure. */
function decidedNote({ decided = {} }: Failure, operation: string): string {
  const points = Object.entries(decided)
    .filter(([, operations]) => operations.includes(operation))
    .map(([id]) => id);
  return points.length === 0 ? '' : ` <small>Our decision: ${points.join(', ')}.</small>`;
}

function eventsOf({ operation }: Call, { events, asyncapi, openapi }: Sources): string | undefined {
  const success = operation.responses['200'] as { content?: object } | undefined;
  if (!success?.content || !('text/event-stream' in success.content)) return undefined;
  return parts(
    '[The stream](/stream/) says in which order events come.',
    ...events.map(({ event, type }) =>
      block(
        'member',
        `[${code(event)}](${address.event(event)}) ${asyncapi.components.messages[event]?.summary ?? ''}`,
        folded(
          `Members of <code>${type}</code>`,
          membersList({ $ref: `#/components/schemas/${type}` }, openapi, event),
        ),
      ),
    ),
  );
}

function interactionOf({ id }: Call): string | undefined {
  const kinds = kindsOf(id);
  if (kinds.length === 0) return undefined;
  return `Answers a [\`message.action_required\`](${address.event('message.action_required')}) of the kind ${kinds.map(code).join(' or ')}, whose data is ${kinds.map((kind) => `[${ANSWERED_WITH[kind]?.type}](${address.schema(ANSWERED_WITH[kind]?.type ?? '')})`).join(' or ')}. [Interactions](/guides/interactions/) explains the whole exchange.`;
}
