import type { OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http';

/** What stands between the connections and a server: it sees each request before the server, and each answer before the client. */
export type Wire = (listener: RequestListener) => RequestListener;

/** A response whose output can be intercepted. The server calls only these three functions, in this order. */
interface Written {
  writeHead(status: number, headers?: OutgoingHttpHeaders): ServerResponse;
  write(piece: string | Uint8Array): boolean;
  end(piece?: string | Uint8Array): ServerResponse;
}

/** Takes what a server writes instead of the connection. What it does not take passes unchanged. */
export interface Interception {
  head?(status: number, headers: OutgoingHttpHeaders, next: Written['writeHead']): void;
  piece?(bytes: Buffer, next: Written['write']): boolean;
  end?(next: () => void): void;
}

/** Passes everything that a server writes through an interception. */
export function intercept(response: ServerResponse, { head, piece, end }: Interception): void {
  const written: Written = response;
  const sound = {
    writeHead: written.writeHead.bind(response) as Written['writeHead'],
    write: written.write.bind(response) as Written['write'],
    end: written.end.bind(response) as Written['end'],
  };
  const pass = (bytes: string | Uint8Array = '') => {
    if (bytes.length === 0) return true;
    return piece ? piece(Buffer.from(bytes as string), sound.write) : sound.write(bytes);
  };
  written.writeHead = (status, headers = {}) => {
    if (head) head(status, headers, sound.writeHead);
    else sound.writeHead(status, headers);
    return response;
  };
  written.write = pass;
  written.end = (bytes) => {
    pass(bytes);
    if (end) end(sound.end);
    else sound.end();
    return response;
  };
}

/** The headers without the length of the body. The server may write names in any case. */
export function withoutLength(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const kept = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-length');
  return Object.fromEntries(kept);
}
