import { randomUUID } from 'node:crypto';
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { rootCertificates, TLSSocket } from 'node:tls';
import { forwardRequestHeaders } from './forward-headers.ts';
import type { RecordLimits } from './record-limits.ts';

export interface TargetOptions {
  /** The server that gets the requests. Its path is prepended to theirs. */
  readonly target: URL;
  /** Certificates in PEM that are trusted in addition to the usual ones. */
  readonly ca?: string | undefined;
  readonly limits: Pick<RecordLimits, 'headerBytes' | 'connectMilliseconds'>;
}

/** Opens requests to the target, over connections that belong to those of the clients. */
export class TargetConnections {
  readonly #host: string;
  readonly #base: string;
  readonly #patience: number;
  readonly #pseudonym = `conversation-api-${randomUUID().slice(0, 8)}`;
  readonly #connection: RequestOptions;
  readonly #send: typeof httpRequest;
  readonly #openAgent: (keepAlive: boolean) => HttpAgent;
  /** For clients that close their connections. */
  readonly #closing: HttpAgent;
  readonly #kept = new WeakMap<Socket, HttpAgent>();

  constructor({ target, ca, limits }: TargetOptions) {
    const isSecure = target.protocol === 'https:';
    this.#host = target.host;
    this.#base = target.pathname.replace(/(?<!\/)\/+$/, '');
    this.#patience = limits.connectMilliseconds;
    this.#send = isSecure ? httpsRequest : httpRequest;
    const certificates = ca !== undefined && { ca: [...rootCertificates, ca] };
    this.#openAgent = (keepAlive) =>
      isSecure ? new HttpsAgent({ keepAlive, ...certificates }) : new HttpAgent({ keepAlive });
    this.#closing = this.#openAgent(false);
    this.#connection = {
      hostname: target.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: target.port || (isSecure ? 443 : 80),
      maxHeaderSize: limits.headerBytes,
      setHost: false,
    };
  }

  /** Whether a request has been here before, so that the target is this recorder itself. */
  isLoop({ headers: { via } }: IncomingMessage): boolean {
    return via?.includes(this.#pseudonym) ?? false;
  }

  /**
   * Opens a request to the target with the method and the headers of a client's request.
   *
   * @param path path and query below the target
   * @param isKept whether the client keeps its connection
   * @throws Error if Node cannot send such a request
   */
  open(request: IncomingMessage, path: string, isKept: boolean): ClientRequest {
    const { rawHeaders, httpVersion, method = 'GET', socket } = request;
    const facts = { host: this.#host, pseudonym: this.#pseudonym, httpVersion };
    const upstream = this.#send({
      ...this.#connection,
      agent: isKept ? this.#agentOf(socket) : this.#closing,
      path: this.#base + path,
      method,
      headers: forwardRequestHeaders(rawHeaders, method, facts),
    });
    upstream.maxHeadersCount = 0;
    boundConnecting(upstream, this.#patience);
    return upstream;
  }

  close(): void {
    this.#closing.destroy();
  }

  /**
   * The connections to the target belong to one connection of a client, and end with it. So a client meets a connection that the target is just
   * closing only where it would meet it without the recorder: on a connection that it has used before.
   */
  #agentOf(socket: Socket): HttpAgent {
    const known = this.#kept.get(socket);
    if (known) return known;
    const agent = this.#openAgent(true);
    this.#kept.set(socket, agent);
    socket.once('close', () => agent.destroy());
    return agent;
  }
}

/** Ends a request whose connection says nothing before it is there, with TLS. Neither Node nor the system ends a handshake that stalls. */
function boundConnecting(upstream: ClientRequest, milliseconds: number): void {
  const giveUp = () =>
    upstream.destroy(new Error(`it was not connected within ${milliseconds / 1000} seconds`));
  upstream.once('socket', (socket) => {
    if (upstream.reusedSocket) return;
    socket.setTimeout(milliseconds, giveUp);
    // The target decides how long its answer takes. This also takes the listener off.
    socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', () =>
      socket.setTimeout(0, giveUp),
    );
  });
}
