import { writeSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { captureHost, compareHosts, type HostState } from './host-state.ts';
import { watchHost } from './watch-host.ts';

/** The changes that the package made in the process of its host, one line of text each. */
export interface Visit {
  readonly byImport: readonly string[];
  /** By the name of the used function. */
  readonly byUse: Readonly<Record<string, readonly string[]>>;
  /** Names of the functions that the entry exports. */
  readonly functions: readonly string[];
}

/**
 * The program of a host. It imports one entry of the package, uses its functions one after another if it gets the URL of a server, and writes
 * a Visit to file descriptor 3.
 */
const [file, entry, url] = process.argv.slice(2);

/** The maximum number of event loop turns until the sockets and timers of a use are closed. */
const TURNS = 1000;

const seen = watchHost();
const before = captureHost(url !== undefined);
const exported = (await import(String(file))) as Readonly<Record<string, unknown>>;
const byImport = [...compareHosts(before, await settled(before)), ...seen];
const byUse = url === undefined ? {} : await changesByUse(url);

const visit: Visit = { byImport, byUse, functions: namesOfFunctions(exported) };
writeSync(3, JSON.stringify(visit));

async function changesByUse(server: string): Promise<Visit['byUse']> {
  // Loading the uses is a change by the host, so it comes before the comparison.
  const { USES } = await import('./uses.ts');
  const byUse: Record<string, readonly string[]> = {};
  for (const [name, use] of Object.entries(USES[String(entry)] ?? {})) {
    const start = captureHost(true);
    const known = seen.length;
    await use(exported as never, server);
    byUse[name] = [...compareHosts(start, await settled(start)), ...seen.slice(known)];
  }
  return byUse;
}

/** The state of the process when it equals `start` again, or after TURNS turns of the event loop. */
async function settled(start: HostState): Promise<HostState> {
  let now = captureHost(start.properties.size > 0);
  for (let turn = 0; turn < TURNS && compareHosts(start, now).length > 0; turn += 1) {
    await setImmediate();
    now = captureHost(start.properties.size > 0);
  }
  return now;
}

/** The names of exported functions, and of exported tables of functions. */
function namesOfFunctions(values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (typeof value === 'function') return [name];
    const isTable = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isTable && Object.values(value).some((member) => typeof member === 'function') ? [name] : [];
  });
}
