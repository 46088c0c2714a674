import { describeStranger, type Greeting } from '../drive/recognise-api.ts';
import { pause } from '../drive/run-clock.ts';
import { type Transport, TransportFailure, type WireRequest } from '../drive/wire.ts';
import type { Profile } from '../profile/profile.ts';
import { plainReadsOf } from './plain-reads.ts';

/** Thrown before a run starts if running the checks would be pointless. */
export class TargetError extends Error {
  /**
   * `target-unreachable`: no answer. `no-api`: another service answers. `token-rejected`: the target rejects the token of the main
   * credential.
   */
  readonly code: 'target-unreachable' | 'no-api' | 'token-rejected';

  /** The URL of the target. */
  readonly target: string;

  constructor(code: TargetError['code'], target: string, message: string) {
    super(message);
    this.code = code;
    this.target = target;
  }
}

/** Connections may fail once, for example while a server starts. */
const ATTEMPTS = 2;

/** Pauses in which a service behind a gateway may start, in milliseconds of the real clock. */
const RESTART = [500, 1000, 2000, 4000];

/** How many bytes of a body are read to recognise the sender. */
const HEAD_BYTES = 16 * 1024;

/**
 * Makes sure that the target answers, that it is the API, and that it accepts the token of the main credential. Does nothing once the
 * signal is aborted, since the run reports that itself.
 *
 * @returns how long the target took to answer a read, in milliseconds
 * @throws TargetError
 */
export async function reachTarget(
  transport: Transport,
  profile: Profile,
  signal: AbortSignal,
): Promise<number> {
  const { baseUrl } = profile;
  const reason = await findOutage(transport, baseUrl, signal);
  if (reason !== undefined) throw new TargetError('target-unreachable', baseUrl, reason);
  const { plain } = plainReadsOf(profile);
  let { greetings, took } = await greet(transport, plain, signal);
  for (const duration of RESTART) {
    if (!areOutage(greetings) || signal.aborted) break;
    await pause(transport.clock, duration, signal).catch(() => {});
    ({ greetings, took } = await greet(transport, plain, signal));
  }
  const stranger = describeStranger(greetings);
  if (stranger !== undefined) throw new TargetError('no-api', baseUrl, stranger);
  // If the target rejects the token for both reads, every finding would be about the token.
  if (greetings.length === plain.length && greetings.every(({ status }) => status === 401)) {
    throw new TargetError(
      'token-rejected',
      baseUrl,
      `${baseUrl} does not accept the token of the main credential: every request is answered 401; look at CONVERSATION_API_TOKEN, --token-file or credentials.main of the profile; something before the service may also drop the Authorization header, or ask for a login of its own`,
    );
  }
  return took;
}

/** Whether nothing but a gateway answered, which has no service behind it. */
function areOutage(greetings: readonly Greeting[]): boolean {
  return greetings.length > 0 && greetings.every(({ isStrange, status }) => isStrange && status >= 500);
}

/** @returns why the target does not answer, after several attempts */
async function findOutage(
  transport: Transport,
  baseUrl: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  let problem: TransportFailure | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const answer = await ask(transport, '/api/v1/chats', {}, signal);
    if (!(answer instanceof TransportFailure)) return undefined;
    problem = answer;
  }
  const mayBeTls = problem?.problem === 'broken' && baseUrl.startsWith('http:');
  return `${problem?.message}${mayBeTls ? '; if the server speaks TLS, write https://' : ''}`;
}

/**
 * The target's answers to reads that need only a valid token with all scopes. Empty if any of them gets no answer. The time is that of the
 * first read, in milliseconds.
 */
async function greet(
  transport: Transport,
  plain: readonly WireRequest[],
  signal: AbortSignal,
): Promise<{ readonly greetings: readonly Greeting[]; readonly took: number }> {
  const greetings: Greeting[] = [];
  const begun = transport.clock.now();
  let took = 0;
  for (const { path, headers } of plain) {
    const answer = await ask(transport, path, headers, signal);
    took ||= transport.clock.now() - begun;
    if (answer === undefined || answer instanceof TransportFailure) return { greetings: [], took };
    greetings.push(answer);
  }
  return { greetings, took };
}

/** @returns the answer, the connection failure, or undefined when the run was stopped */
async function ask(
  transport: Transport,
  path: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Greeting | TransportFailure | undefined> {
  try {
    const { body, ...head } = await transport.send({ method: 'GET', path, headers }, signal);
    const kept: Uint8Array[] = [];
    let length = 0;
    for await (const piece of body) {
      if (length < HEAD_BYTES) kept.push(piece.slice(0, HEAD_BYTES - length));
      length += piece.length;
    }
    return { path, ...head, text: new TextDecoder().decode(Buffer.concat(kept)) };
  } catch (error) {
    if (signal.aborted) return undefined;
    if (error instanceof TransportFailure) return error;
    throw error;
  }
}
