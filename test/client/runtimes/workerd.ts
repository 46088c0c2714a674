import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** A worker that runs in workerd. */
export interface Worker {
  readonly url: string;
  /** Returns the bytes of the heap. */
  readHeap(): Promise<number>;
  close(): Promise<void>;
}

/** The descriptor on which workerd reports its ports. */
const CONTROL = 3;

/** Lets calls reach this machine, and allows garbage collection. */
const configure = (modules: readonly string[]) => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  v8Flags = ["--expose-gc"],
  services = [
    (name = "worker", worker = (
      modules = [${modules.map((file) => `(name = "${file}", esModule = embed "${file}")`).join(', ')}],
      compatibilityDate = "2026-07-01",
      globalOutbound = "network",
    )),
    (name = "network", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "worker")],
);
`;

/** @param modules files in the folder, the worker first */
export async function startWorker(
  program: string,
  folder: string,
  modules: readonly string[],
): Promise<Worker> {
  const config = join(folder, 'worker.capnp');
  writeFileSync(config, configure(modules));
  const args = ['serve', config, '--inspector-addr=127.0.0.1:0', `--control-fd=${CONTROL}`];
  const workerd = spawn(program, args, { stdio: ['ignore', 'inherit', 'ignore', 'pipe'] });
  try {
    const { http, inspector } = await readPorts(workerd);
    const socket = new WebSocket(`ws://127.0.0.1:${inspector}/worker`);
    await once(socket, 'open');
    return {
      url: `http://127.0.0.1:${http}`,
      readHeap: () => readHeap(socket),
      async close() {
        socket.close();
        await end(workerd);
      },
    };
  } catch (error) {
    await end(workerd);
    throw error;
  }
}

async function readPorts(workerd: ChildProcess): Promise<Record<'http' | 'inspector', number>> {
  const ports = { http: 0, inspector: 0 };
  for await (const line of createInterface(workerd.stdio[CONTROL] as Readable)) {
    const { event, port } = JSON.parse(line);
    ports[event === 'listen-inspector' ? 'inspector' : 'http'] = port;
    if (ports.http && ports.inspector) return ports;
  }
  throw new Error('workerd ended before it listened');
}

async function readHeap(socket: WebSocket): Promise<number> {
  socket.send(JSON.stringify({ id: 1, method: 'Runtime.getHeapUsage' }));
  const [{ data }] = await once(socket, 'message');
  return JSON.parse(data).result.usedSize;
}

async function end(workerd: ChildProcess): Promise<void> {
  const ended = workerd.exitCode ?? workerd.signalCode ?? once(workerd, 'exit');
  workerd.kill();
  await ended;
}
