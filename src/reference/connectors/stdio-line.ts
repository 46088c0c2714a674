import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { BOUNDS } from './bounds.ts';
import type { Line } from './line.ts';

/**
 * Opens a line to a server that runs as a child process. The child gets only the environment variables that the SDK passes
 * on by default (PATH, HOME and the like), so it never sees keys and tokens.
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
    // The program learns of the end when its standard input closes.
    leave: () => Promise.resolve(),
    lastWords: () => words,
  };
}
