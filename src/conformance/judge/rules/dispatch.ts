/** Events that report the work of a turn, so that it was dispatched. A turn may send message.start before that. */
const WORK: ReadonlySet<string> = new Set(['message.delta', 'message.step', 'message.action_required']);
/** Failures of a turn that ran until its deadline, or to its end. */
const CODES: Readonly<Record<string, string>> = {
  turn_timeout: 'it exceeded its hard deadline',
  persistence_failed: 'it finished, and only its save is unconfirmed',
};

/** Whether an event of this name shows that its turn was dispatched (section 6). */
export function isWork(type: string): boolean {
  return WORK.has(type);
}

/**
 * Says what shows that a failed turn was dispatched. Undefined if nothing does, and the turn may have failed before.
 *
 * @param work the name of an event before the failure for which `isWork` holds
 */
export function describeDispatch(code: unknown, work: string | undefined): string | undefined {
  if (work !== undefined) return `the stream has a ${work} before`;
  return typeof code === 'string' && Object.hasOwn(CODES, code) ? CODES[code] : undefined;
}
