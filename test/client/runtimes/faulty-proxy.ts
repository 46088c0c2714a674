import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { listen } from '../../listen.ts';

/** A proxy in front of a server. The first segment of a path names the fault; the rest is the path at the server. */
export interface FaultyProxy {
  readonly url: string;
  close(): Promise<void>;
}

const HALF_AN_EVENT = 'event: message.delta\ndata: {"text": "10:0';

/** Faults that answer without asking the server. */
const INSTEAD: Readonly<Record<string, (asked: IncomingMessage, response: ServerResponse) => void>> = {
  dead: ({ socket }) => void socket.destroy(),
  silent: () => {},
  echo: ({ headers }, response) =>
    void response
      .writeHead(500, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
      .end(JSON.stringify({ message: headers.authorization, data: { headers } })),
  page: (_, response) =>
    void response
      .writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' })
      .end('<p>Sign in to the network.</p>'),
};

export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const streams = new Streams();
  /** Faults that change how a stream is passed on. */
  const faults: Readonly<Record<string, (body: IncomingMessage, response: ServerResponse) => void>> = {
    watched: (body, response) => streams.pass(body, response),
    cut: (body, response) => streams.pass(body, response),
    mute: async (body, response) => void response.write(await firstEventOf(body)),
    short: async (body, response) => void response.end(await firstEventOf(body)),
  };
  const instead: Readonly<Record<string, (asked: IncomingMessage, response: ServerResponse) => void>> = {
    ...INSTEAD,
    moved: ({ url = '' }, response) =>
      void response
        .writeHead(307, {
          location: `${target}${url.replace('/moved', '')}`,
          'access-control-allow-origin': '*',
        })
        .end(),
  };
  const controls: Readonly<Record<string, () => Promise<string>>> = {
    '/watched/until-left': () => streams.untilLeft(),
    '/cut/now': () => streams.cut(),
  };

  const server = createServer(async (asked, response) => {
    const { method, url = '' } = asked;
    const control = controls[url];
    if (control) {
      response.setHeader('access-control-allow-origin', '*').end(await control());
      return;
    }
    const [, fault = '', path] = /^\/(\w+)(\/.*)$/.exec(url) ?? [];
    // The fault applies to the request itself, not to a browser's preflight.
    const isFaulty = method !== 'OPTIONS';
    const answer = instead[fault];
    if (isFaulty && answer) return answer(asked, response);
    const { host: _, connection: __, ...headers } = asked.headers;
    const passedOn = request(`${target}${path}`, { method, headers, agent: false }, (body) => {
      const { connection: _, ...head } = body.headers;
      response.writeHead(body.statusCode ?? 502, head).flushHeaders();
      const carry =
        isFaulty && body.headers['content-type']?.startsWith('text/event-stream') && faults[fault];
      if (carry) carry(body, response);
      else body.pipe(response);
    });
    passedOn.on('error', () => response.destroy());
    response.on('close', () => passedOn.destroy());
    asked.pipe(passedOn);
  });
  return listen(server);
}

/** Passes streams on, and watches or cuts the latest one. */
class Streams {
  #latest: { readonly body: IncomingMessage; readonly response: ServerResponse } | undefined;

  pass(body: IncomingMessage, response: ServerResponse): void {
    this.#latest = { body, response };
    body.pipe(response);
  }

  /** Resolves when the connection of the latest stream is closed. */
  async untilLeft(): Promise<string> {
    if (!this.#latest) return 'there was no stream';
    const { response } = this.#latest;
    if (!response.closed) await once(response, 'close');
    return response.writableFinished ? 'read to its end' : 'left';
  }

  /** Breaks the latest stream in the middle of an event. */
  async cut(): Promise<string> {
    if (!this.#latest) return 'there was no stream';
    const { body, response } = this.#latest;
    body.unpipe(response);
    await new Promise((written) => response.write(HALF_AN_EVENT, written));
    response.destroy();
    return 'cut';
  }
}

async function firstEventOf(body: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of body.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += piece;
    const end = text.indexOf('\n\n');
    if (end >= 0) return text.slice(0, end + 2);
  }
  return text;
}
