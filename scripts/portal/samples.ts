import { methods } from '../../generated/methods.js';
import { LANGUAGES } from '../../portal/elements/samples/languages.ts';
import type { SampleRequest } from '../../portal/elements/samples/request.ts';
import { type Call, exampleOf, type OpenApi, parametersOf } from './contract.ts';
import { fence, tabs } from './markdown.ts';

/** The same request in each language. Each sends the first example of the operation. */
export function samplesOf(call: Call, openapi: OpenApi): string {
  const request = sampleRequest(call, openapi);
  return tabs(
    LANGUAGES.map(({ label, language, write }) => ({
      label,
      block: fence(language, write(request), 'wrap'),
    })),
  );
}

export function sampleRequest(call: Call, openapi: OpenApi): SampleRequest {
  const parameters = parametersOf(call, openapi);
  const media = Object.values(call.operation.requestBody?.content ?? {})[0];
  const inPath = parameters.filter((each) => each.in === 'path');
  return {
    method: call.method,
    path: inPath.reduce((path, each) => path.replace(`{${each.name}}`, String(exampleOf(each))), call.path),
    pathValues: inPath.map(exampleOf),
    query: parameters
      .filter((each) => each.in === 'query' && each.schema.default !== undefined)
      .map(({ name, schema }) => [name, String(schema.default)] as const),
    isKeyed: parameters.some((each) => each.in === 'header'),
    isStream:
      'text/event-stream' in ((call.operation.responses['200'] as { content?: object })?.content ?? {}),
    body: Object.values(media?.examples ?? {})[0]?.value,
    call: clientCall(call),
  };
}

function clientCall({ method, path }: Call): string {
  for (const [tag, ofTag] of Object.entries(methods)) {
    for (const [name, each] of Object.entries(ofTag)) {
      if (each.method === method && each.path === path) return `${tag}.${name}`;
    }
  }
  throw new Error(`generated/methods.js has no method for ${method} ${path}; run \`npm run generate\``);
}
