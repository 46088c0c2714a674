/** The OpenAPI document: operations, their inputs, and their responses. */
import { isObject } from '../generate/spec.ts';
import type { Change } from './change.ts';
import type { Place } from './place.ts';
import {
  decision,
  elsewhere,
  fixed,
  keyed,
  listed,
  members,
  named,
  one,
  prose,
  type Rule,
  required,
  within,
} from './rules.ts';
import { schema } from './schema/compare.ts';
import { format, info, schemaNames, scopes, securitySchemes, serverVariables } from './shared.ts';

const file = 'scripts/compatibility/openapi.ts';

const content = named({
  noun: 'the media type',
  step: (type) => (type === 'application/json' ? undefined : type),
  added: 'additive',
  removed: 'breaking',
  each: members({ schema, 'x-event-schema': schema, example: prose, examples: prose }, file),
});

const parameters = keyed(({ in: place, name }) => `${place} ${name}`, {
  noun: 'the parameter',
  step: (name) => name,
  added: (parameter) => (isObject(parameter) && parameter.required === true ? 'breaking' : 'additive'),
  removed: 'breaking',
  each: members(
    {
      name: elsewhere,
      in: elsewhere,
      description: prose,
      required,
      schema,
      style: fixed,
      explode: fixed,
      example: prose,
      examples: prose,
      'x-decision': decision,
    },
    file,
  ),
});

const requestBody = one({
  noun: 'the body',
  step: () => 'request',
  added: (body) => (isObject(body) && body.required === true ? 'breaking' : 'additive'),
  removed: 'breaking',
  each: members({ description: prose, required, content, 'x-decision': decision }, file),
});

const headers = named({
  noun: 'the header',
  step: (name) => `header ${name}`,
  added: 'additive',
  removed: 'breaking',
  each: members({ description: prose, required, schema, example: prose, examples: prose }, file),
});

const responses = named({
  noun: 'the status',
  step: (status) => `response ${status}`,
  // A client accepts any failure, but would mistake a success of another kind for this one.
  added: (_, status) => (/^[123]/.test(status) ? 'breaking' : 'additive'),
  removed: 'breaking',
  each: members({ description: prose, headers, content, 'x-decision': decision }, file),
});

/** Each entry is a way to get access. An empty list gives access to everyone. */
const security: Rule = (before, after, at, name) => {
  const ways = (stated: unknown, root: unknown) => {
    const list = stated ?? root;
    return Array.isArray(list) && list.length > 0 ? list : [{}];
  };
  return listed('additive', 'breaking')(
    ways(before, at.before.security),
    ways(after, at.after.security),
    at,
    name,
  );
};

const operation = members(
  {
    // Clients are generated with a function of this name.
    operationId: fixed,
    summary: prose,
    description: prose,
    tags: prose,
    // Replaces the document's `security` if the operation has its own, see `withSecurity`.
    security,
    'x-required-scopes': scopes,
    parameters: within('request', parameters),
    requestBody: within('request', requestBody),
    responses: within('response', responses),
  },
  file,
);

const method = one({
  noun: 'the operation',
  step: (name, value) => (isObject(value) ? String(value.operationId ?? name) : name),
  added: 'additive',
  removed: 'breaking',
  each: (before, after, at, name) => operation(withSecurity(before), withSecurity(after), at, name),
});

const paths = named({
  noun: 'the path',
  step: (path) => path,
  added: 'additive',
  removed: 'breaking',
  each: (before, after, at, name) =>
    members(
      {
        get: method,
        post: method,
        put: method,
        patch: method,
        delete: method,
        summary: prose,
        description: prose,
        parameters: within('request', parameters),
      },
      file,
    )(before, after, { ...at, trail: [] }, name),
});

const servers = keyed(({ url }) => String(url), {
  noun: 'the server',
  step: (url) => `server ${url}`,
  added: 'additive',
  removed: 'breaking',
  each: members({ url: elsewhere, description: prose, variables: serverVariables }, file),
});

const document = members(
  {
    openapi: format,
    jsonSchemaDialect: fixed,
    info,
    servers,
    security: elsewhere,
    tags: prose,
    externalDocs: prose,
    paths,
    components: members(
      {
        schemas: schemaNames,
        securitySchemes,
        parameters: elsewhere,
        responses: elsewhere,
        headers: elsewhere,
      },
      file,
    ),
  },
  file,
);

/** @throws UnclassifiedError, BrokenReferenceError */
export function compareOpenapi(at: Place): readonly Change[] {
  return document(at.before, at.after, at, at.document);
}

/** An operation always defines access, even if it leaves that to the document. */
function withSecurity(value: unknown): unknown {
  return isObject(value) && !('security' in value) ? { ...value, security: undefined } : value;
}
