import type { Answer } from '../harness/client.ts';

/** An answer without what differs between any two: of two that are equal, a client cannot tell one from the other. */
export function comparable({ status, body }: Answer): object {
  const { meta, ...rest } = body;
  const { request_id: _own, ...shared } = meta ?? {};
  return { status, ...rest, meta: shared };
}

/** The status and the code of a refusal. */
export function codeOf({ status, body }: Answer): [number, string] {
  return [status, body.message_code];
}
