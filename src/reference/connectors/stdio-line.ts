import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { BOUNDS } from './bounds.ts';
import type { Line } from './line.ts';

/**
 * Opens a line to a server that runs as a child process. Besides its own environment variables, the child gets only those that the
 * SDK passes on by default (PATH, HOME and the like), so it never sees the keys and tokens of others.
 *
 * @param env its own environment variables
 */
export function openStdioLine(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Line {
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: { ...env },
    stderr: 'pipe',
    maxBufferSize: BOUNDS.messageSize,
  });
  let words = '';
  let isCut = false;
  transport.stderr?.on('data', (chunk: Buffer) => {
    words += chunk.toString();
    isCut ||= words.length > BOUNDS.standardErrorLength;
    words = words.slice(-BOUNDS.standardErrorLength);
  });
  return {
    transport,
    // The program learns of the end when its standard input closes.
    leave: () => Promise.resolve(),
    needsSignIn: () => false,
    // Without the rest of a line that was cut, which could be a part of a secret that is masked only as a whole.
    lastWords: () => (isCut ? words.replace(/^[^\n]*\n(?=.)/s, '') : words),
  };
}
