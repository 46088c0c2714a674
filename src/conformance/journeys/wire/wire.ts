import type { OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http';

/** What stands between the connections and a server: it sees each request before the server, and each answer before the client. */
export type Wire = (listener: RequestListener) => RequestListener;

/** A response whose output can be intercepted. The server calls only these three functions, in this order. */
export interface Written {
  writeHead(status: number, headers?: OutgoingHttpHeaders): ServerResponse;
  write(piece: string | Uint8Array): boolean;
  end(piece?: string | Uint8Array): ServerResponse;
}

/** Takes what a server writes instead of the connection. */
export interface Interception {
  head(status: number, headers: OutgoingHttpHeaders, next: Written['writeHead']): void;
  piece(bytes: Buffer, next: Written['write']): boolean;
  end(next: Written['end']): void;
}

/** Passes everything that a server writes through an interception. */
export function intercept(response: ServerResponse, through: Interception): void {
  const written: Written = response;
  const writeHead: Written['writeHead'] = written.writeHead.bind(response);
  const write: Written['write'] = written.write.bind(response);
  const end: Written['end'] = written.end.bind(response);
  const pass = (piece: string | Uint8Array | undefined) =>
    piece === undefined || piece.length === 0 || through.piece(Buffer.from(piece as string), write);
  written.writeHead = (status, headers = {}) => {
    through.head(status, headers, writeHead);
    return response;
  };
  written.write = pass;
  written.end = (piece) => {
    pass(piece);
    through.end(end);
    return response;
  };
}
