import type { OperationFacts } from '../../portal/elements/try-it/facts.ts';
import { type Call, callsOf, exampleOf, type OpenApi, parametersOf } from './contract.ts';
import { escapeHtml } from './markdown.ts';
import { ANSWERED_WITH } from './pages/interactions.ts';
import { sampleRequest } from './samples.ts';
import { scriptedBodies } from './scripted-bodies.ts';
import type { Sources } from './sources.ts';

/** The element of an operation's page that sends requests. */
export function tryItElement(call: Call, sources: Sources): string {
  const facts = escapeHtml(JSON.stringify(factsOf(call, sources)));
  return `<try-it data-facts="${facts}">\n<details><summary>Send this request to a server of yours</summary>\n<p>In a clone, <code>npm run portal</code> starts a server beside this page; any other server has to allow the address of this page: <code>npx --no conversation-api serve --cors ADDRESS</code>. A token goes to its server only, and is kept until you leave the page.</p>\n</details>\n</try-it>`;
}

function factsOf(call: Call, { openapi, texts }: Sources): OperationFacts {
  const { id, method, path } = call;
  const sample = sampleRequest(call, openapi);
  const { isStream } = sample;
  return {
    id,
    method,
    path,
    parameters: parametersOf(call, openapi).map((each) => ({
      name: each.name,
      in: each.in,
      isRequired: each.required ?? false,
      example: String(exampleOf(each)),
    })),
    bodies: [...bodiesOf(call), ...(isStream ? scriptedBodies(texts.get('docs/scripts.md') ?? '') : [])],
    isStream,
    sample,
    answers: isStream ? answerPaths(openapi) : {},
  };
}

function bodiesOf({ operation }: Call): OperationFacts['bodies'] {
  const examples = operation.requestBody?.content['application/json']?.examples ?? {};
  return Object.entries(examples).map(([name, { summary = name, value }]) => ({
    label: summary,
    text: JSON.stringify(value, null, 2),
  }));
}

function answerPaths(openapi: OpenApi): Readonly<Record<string, string>> {
  const paths = new Map(callsOf(openapi).map(({ id, path }) => [id, path]));
  const operations = [
    ...Object.entries(ANSWERED_WITH).map(([kind, { operation }]) => [kind, operation] as const),
    ['cancel', 'cancelTurn'] as const,
  ];
  return Object.fromEntries(operations.map(([kind, operation]) => [kind, paths.get(operation) ?? '']));
}
