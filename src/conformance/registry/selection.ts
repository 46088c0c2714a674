import { COMMAND } from '../commands.ts';

/** How to see what can be selected. */
export const SHOW: string = `${COMMAND.list()} shows the requirements, and list --checks the checks`;

/** A selection matches nothing. Such a run would pass without checking anything. */
export class SelectionError extends Error {
  readonly code = 'empty-selection';
}

/** Whether an id equals the prefix, or continues it after a dot: `chats.create.name` is under `chats.create`, `chats.created` is not. */
export function isUnder(id: string, prefix: string): boolean {
  return id === prefix || id.startsWith(`${prefix}.`);
}

/**
 * Rejects a prefix that selects nothing.
 *
 * @param what the word for the things with these ids, for the message
 * @throws SelectionError
 */
export function rejectUnknownPrefixes(
  prefixes: readonly string[],
  ids: readonly string[],
  what: 'check and no requirement' | 'requirement',
): void {
  for (const prefix of prefixes) {
    if (ids.some((id) => isUnder(id, prefix))) continue;
    throw new SelectionError(`no ${what} begins with ${prefix.slice(0, 100)}; ${SHOW}`);
  }
}
