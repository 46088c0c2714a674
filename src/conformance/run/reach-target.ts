import { type Transport, TransportFailure } from '../drive/wire.ts';
import type { Profile } from '../profile/profile.ts';

/** Thrown before a run begins, when running the checks would prove nothing. */
export class TargetError extends Error {
  /** `target-unreachable`: nobody answers. `token-rejected`: the target does not know the token of the main credential. */
  readonly code: 'target-unreachable' | 'token-rejected';

  constructor(code: TargetError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** A connection may fail once, for example while a server starts. */
const ATTEMPTS = 2;

/**
 * Makes sure that the target answers, and that it accepts the token of the main credential. Does nothing once the signal is aborted: the
 * run reports that itself.
 *
 * @returns how long the target took for its answer to a read, in milliseconds
 * @throws TargetError
 */
export async function reachTarget(
  transport: Transport,
  profile: Profile,
  signal: AbortSignal,
): Promise<number> {
  const reason = await findOutage(transport, signal);
  if (reason !== undefined) throw new TargetError('target-unreachable', reason);
  const begun = performance.now();
  const isRejected = await rejectsToken(transport, profile, signal);
  const took = performance.now() - begun;
  if (isRejected) {
    throw new TargetError(
      'token-rejected',
      `${profile.baseUrl} does not accept the token of the main credential: every request is answered 401; look at CONVERSATION_API_TOKEN, --token-file or credentials.main of the profile`,
    );
  }
  return took;
}

/** @returns why the target does not answer, after several attempts */
async function findOutage(transport: Transport, signal: AbortSignal): Promise<string | undefined> {
  let problem: string | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const answer = await ask(transport, '/api/v1/chats', {}, signal);
    if (!(answer instanceof TransportFailure)) return undefined;
    problem = answer.message;
  }
  return problem;
}

/** Whether the target answers 401 to the main credential everywhere. Every finding would then be about the token. */
async function rejectsToken(
  transport: Transport,
  { headers, credentials }: Profile,
  signal: AbortSignal,
): Promise<boolean> {
  const authorization = `Bearer ${credentials.main?.token}`;
  for (const path of ['/api/v1/chats', '/api/v1/chat/catalog']) {
    const status = await ask(transport, path, { ...headers, authorization }, signal);
    if (status !== 401) return false;
  }
  return true;
}

/** @returns the status of the answer, the failure of the connection, or undefined when the run was stopped */
async function ask(
  transport: Transport,
  path: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<number | TransportFailure | undefined> {
  try {
    const { status, body } = await transport.send({ method: 'GET', path, headers }, signal);
    for await (const _ of body);
    return status;
  } catch (error) {
    if (error instanceof TransportFailure) return error;
    if (signal.aborted) return undefined;
    throw error;
  }
}
