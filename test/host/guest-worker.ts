import { writeSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { captureHost, compareHosts, type HostState } from './host-state.ts';
import { watchHost } from './watch-host.ts';

/** What a visit of the package changed in its host's process, one line of text for each change. */
export interface Visit {
  readonly byImport: readonly string[];
  readonly byUse: readonly string[];
  /** Names of the functions that the entry exports. */
  readonly functions: readonly string[];
}

/**
 * A process that is host to one entry of the package: it imports the entry, uses one of its functions, and writes to the file
 * descriptor 3 what that changed in the process.
 */
const [file, entry, use, url] = process.argv.slice(2);

/** Turns of the event loop that sockets and timers of a use may take to close. */
const TURNS = 1000;

const seen = watchHost();
const before = captureHost(use !== undefined);
const exported = (await import(String(file))) as Readonly<Record<string, unknown>>;
const byImport = [...compareHosts(before, await settled(before)), ...seen];
const byUse = use === undefined ? [] : await changesOf(use);

const visit: Visit = { byImport, byUse, functions: namesOfFunctions(exported) };
writeSync(3, JSON.stringify(visit));

async function changesOf(name: string): Promise<string[]> {
  // The uses load nothing that the entry could have loaded, so they count as the host's own code.
  const { USES } = await import('./uses.ts');
  const start = captureHost(true);
  const known = seen.length;
  await USES[String(entry)]?.[name]?.(exported as never, String(url));
  return [...compareHosts(start, await settled(start)), ...seen.slice(known)];
}

/** The state once everything that the use began is closed, or after a bounded number of turns of the event loop. */
async function settled(start: HostState): Promise<HostState> {
  let now = captureHost(start.properties.size > 0);
  for (let turn = 0; turn < TURNS && compareHosts(start, now).length > 0; turn += 1) {
    await setImmediate();
    now = captureHost(start.properties.size > 0);
  }
  return now;
}

/** Functions of an entry, and those in its tables of functions. */
function namesOfFunctions(values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (typeof value === 'function') return [name];
    const isTable = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isTable && Object.values(value).some((member) => typeof member === 'function') ? [name] : [];
  });
}
