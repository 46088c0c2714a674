import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { BOUNDS } from './bounds.ts';
import type { Line } from './line.ts';

/**
 * A server that runs as our child. Of our environment it gets only what a program needs to start (PATH, HOME and the
 * like, which the SDK passes on by itself): our keys and tokens are none of its business.
 */
export function openStdioLine(command: string, args: readonly string[]): Line {
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    stderr: 'pipe',
    maxBufferSize: BOUNDS.messageSize,
  });
  let words = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-BOUNDS.standardErrorLength);
  });
  return {
    transport,
    // Asking would start the program once more for each session; programs that speak a newer revision speak the older too.
    negotiates: false,
    // The end of its standard input tells it.
    leave: () => Promise.resolve(),
    lastWords: () => words,
  };
}
