import { BOUNDS } from './bounds.ts';
import { ConnectorFailure, SessionForgotten } from './connectors.ts';
import type { Session } from './session.ts';
import { Slots } from './slots.ts';

/**
 * The sessions of one connector. Each session serves one call at a time, because the protocol does not say which call a question belongs
 * to.
 */
export class SessionPool {
  readonly #slots = new Slots(BOUNDS.sessions);
  readonly #idle: Session[] = [];
  readonly #open = new Set<Session>();
  readonly #endings = new Set<Promise<void>>();
  readonly #closed = new AbortController();
  #isRetired = false;
  readonly #createSession: () => Promise<Session>;

  constructor(createSession: () => Promise<Session>) {
    this.#createSession = createSession;
  }

  /**
   * Runs work with exclusive use of a session. Uses an idle session if there is one.
   *
   * @throws ConnectorFailure; the signal's reason on abort; any error of the work
   */
  async use<Outcome>(signal: AbortSignal, work: (session: Session) => Promise<Outcome>): Promise<Outcome> {
    const either = AbortSignal.any([signal, this.#closed.signal]);
    await this.#slots.take(either);
    try {
      const earlier = this.#takeIdle();
      if (!earlier) return await this.#run(await this.#connect(either), work);
      try {
        return await this.#run(await this.#connect(either, earlier), work);
      } catch (error) {
        if (!(error instanceof SessionForgotten)) throw error;
        return await this.#run(await this.#connect(either), work);
      }
    } finally {
      this.#slots.release();
    }
  }

  /** Ends idle sessions now, and each other one with its call. Later calls get sessions of their own. */
  retire(): void {
    this.#isRetired = true;
    for (const session of this.#idle.splice(0)) this.#end(session);
  }

  /** Ends every session. Running and later calls fail. */
  async close(): Promise<void> {
    this.#isRetired = true;
    this.#closed.abort(new ConnectorFailure('The connectors are closed, since the server is stopping.'));
    for (const session of this.#open) this.#end(session);
    await Promise.all(this.#endings);
  }

  /** Prefers an open session over one that is still starting. */
  #takeIdle(): Session | undefined {
    const idle = this.#idle.splice(0);
    const isUsable = (session: Session) => session.isOpen || session.isStarting;
    for (const session of idle) if (!isUsable(session)) this.#end(session);
    this.#idle.push(...idle.filter(({ isStarting }) => isStarting), ...idle.filter(({ isOpen }) => isOpen));
    return this.#idle.pop();
  }

  /** @param earlier an idle session, which may still be starting */
  async #connect(signal: AbortSignal, earlier?: Session): Promise<Session> {
    const session = earlier ?? (await this.#createSession());
    this.#open.add(session);
    try {
      if (!session.isOpen) await session.connect(signal);
      signal.throwIfAborted();
      return session;
    } catch (error) {
      // The next call waits for the same start, or uses the session that it has opened meanwhile.
      if (this.#isKept(session) || (session.isStarting && !this.#isRetired)) {
        this.#idle.push(session);
        session.start?.catch(() => this.#end(session));
      } else this.#end(session);
      throw error;
    }
  }

  async #run<Outcome>(session: Session, work: (session: Session) => Promise<Outcome>): Promise<Outcome> {
    try {
      return await work(session);
    } finally {
      if (this.#isKept(session)) this.#idle.push(session);
      else this.#end(session);
    }
  }

  #isKept(session: Session): boolean {
    return session.isOpen && !this.#isRetired;
  }

  /** Ends a session in the background, so that a call does not wait for a slow server. */
  #end(session: Session): void {
    if (!this.#open.delete(session)) return;
    const ending = session.close().finally(() => this.#endings.delete(ending));
    this.#endings.add(ending);
  }
}
