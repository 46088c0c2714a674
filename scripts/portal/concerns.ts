import type { Requirement } from '../../src/conformance/registry/registry.ts';
import { type Call, callsOf } from './contract.ts';
import type { Sources } from './sources.ts';

const CALL = /\b(GET|POST|PATCH|PUT|DELETE)\s+(?:\/api\/v1)?(\/[\w{}/-]*[\w}])/g;

/**
 * The ids of the requirements of each operation. A requirement belongs to an operation if its text or one of its statements contains the
 * method and path, if it is the requirement of one of the operation's failures, or if it is about the operation's scope.
 */
export function requirementsByOperation(sources: Sources): ReadonlyMap<string, readonly Requirement[]> {
  const calls = new Map(callsOf(sources.openapi).map((call) => [keyOf(call.method, call.path), call]));
  const failures = Map.groupBy(sources.failures, ({ requirement }) => requirement);
  const found = new Map<string, Requirement[]>([...calls.values()].map(({ id }) => [id, []]));
  for (const requirement of sources.requirements) {
    const ids = new Set([
      ...mentioned(textsOf(requirement, sources), calls),
      ...(failures.get(requirement.id) ?? []).flatMap(({ operations }) => operations),
    ]);
    for (const id of ids) found.get(id)?.push(requirement);
  }
  return found;
}

function textsOf({ text, statements }: Requirement, { statements: all }: Sources): string {
  return [text, ...statements.flatMap((id) => [all[id]?.text ?? '', all[id]?.observable ?? ''])].join('\n');
}

function mentioned(text: string, calls: ReadonlyMap<string, Call>): string[] {
  return [...text.matchAll(CALL)].flatMap(
    ([, method = '', path = '']) => calls.get(keyOf(method, path))?.id ?? [],
  );
}

/** Paths are compared without the names of their parameters and without the common prefix. */
function keyOf(method: string, path: string): string {
  return `${method} ${path.replace(/^\/api\/v1/, '').replace(/\{\w*\}/g, '{}')}`;
}

/** The requirements that name an event in their text, or whose schema is that of its data. */
export function requirementsOfEvent(
  { event, type }: { readonly event: string; readonly type: string },
  sources: Sources,
): readonly Requirement[] {
  const name = new RegExp(`(^|[^\\w.])${event.replaceAll('.', '\\.')}(?![\\w.]*\\w)`);
  return sources.requirements.filter(
    ({ text, schema = [] }) => name.test(text) || schema.some((place) => place.startsWith(`${type}#`)),
  );
}
