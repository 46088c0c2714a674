import type { Answer } from '../harness/client.ts';

/** A response without the members that always differ. A client cannot distinguish two responses that are equal here. */
export function comparable({ status, body }: Answer): object {
  const { meta, ...rest } = body;
  const { request_id: _own, ...shared } = meta ?? {};
  return { status, ...rest, meta: shared };
}

/** The status and code of a refusal. */
export function codeOf({ status, body }: Answer): [number, string] {
  return [status, body.message_code];
}
