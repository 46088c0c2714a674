export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** A request of an operation, for samples in every language. Without the values of a reader, it has those of the examples. */
export interface SampleRequest {
  readonly method: string;
  /** The path with its values, encoded. */
  readonly path: string;
  readonly pathValues: readonly Json[];
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly isKeyed: boolean;
  readonly isStream: boolean;
  readonly body?: Json | undefined;
  /** How the client of this package calls the operation: `turns.stream`. */
  readonly call: string;
  /** Address of the server. Without one, a sample takes it from the variable `BASE_URL`. */
  readonly server?: string;
  /** Without one, a sample takes it from the variable `TOKEN`. With an empty one, a sample has no `Authorization` header. */
  readonly token?: string;
}

/**
 * The URL as an expression of a language.
 *
 * @param base the start of the expression that adds the target to the variable `BASE_URL`
 * @param quote writes a text as a literal
 */
export function urlOf(
  request: SampleRequest,
  base: string,
  quote: (text: string) => string = JSON.stringify,
): string {
  const { server } = request;
  const target = targetOf(request);
  return server === undefined ? `${base}${quote(target)}` : quote(`${server}${target}`);
}

/** Path and query. */
export function targetOf({ path, query }: SampleRequest): string {
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query.map(([...pair]) => pair))}`;
}

/** The body on several lines, those after the first indented by so many spaces. */
export function bodyText(body: Json, indent: number): string {
  return JSON.stringify(body, null, 2).replaceAll('\n', `\n${' '.repeat(indent)}`);
}
