/**
 * Loaded before a generator (`node --import`). Refuses every network access and reports it on standard
 * error, where the test finds it. A generator must not look for a newer version of itself, nor follow an `$id`.
 */
import dns from 'node:dns';
import { Socket } from 'node:net';

function refuse(way: string): (...args: readonly unknown[]) => never {
  return (...args) => {
    console.error(`network: ${way} ${JSON.stringify(args[0])}`);
    throw new Error(`no network here: ${way}`);
  };
}

Object.assign(Socket.prototype, { connect: refuse('connect') });
Object.assign(dns, { lookup: refuse('lookup') });
Object.assign(dns.promises, { lookup: refuse('lookup') });
Object.assign(globalThis, { fetch: refuse('fetch') });
