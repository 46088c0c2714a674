import type { Server } from 'node:http';
import type { Connector } from '../../src/conformance/drive/open-dispatcher.ts';
import type { Listening } from '../../src/loopback/index.ts';
import type { Random } from '../test/random.ts';
import { MemorySocket } from './memory-socket.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** The first port. `fetch` refuses to connect to some lower ones. */
const FIRST_PORT = 50_001;

/** Connects clients and servers within this process, without the kernel. The HTTP layers are still those of undici and Node. */
export class MemoryNetwork {
  readonly #clock: VirtualClock;
  readonly #random: Random | undefined;
  readonly #servers = new Map<number, Server>();
  #nextPort = FIRST_PORT;

  constructor(clock: VirtualClock, random?: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  /** Makes a server reachable until it closes. */
  readonly listen = async (server: Server): Promise<Listening> => {
    const port = this.#nextPort++;
    this.#servers.set(port, server);
    server.once('close', () => this.#servers.delete(port));
    return { url: `http://127.0.0.1:${port}`, address: `127.0.0.1:${port}` };
  };

  /** Opens connections for undici. */
  readonly connect: Connector = ({ port }, callback) => {
    this.#clock.deliver(1, () => {
      const server = this.#servers.get(Number(port));
      if (!server) {
        const refused = new Error(`connect ECONNREFUSED 127.0.0.1:${port}`);
        return callback(Object.assign(refused, { code: 'ECONNREFUSED', syscall: 'connect' }), null);
      }
      const [here, there] = MemorySocket.pair(this.#clock, this.#random);
      server.emit('connection', there);
      this.#clock.deliver(1, () => callback(null, here as never));
    });
  };
}
