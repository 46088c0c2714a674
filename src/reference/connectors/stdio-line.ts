import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { BOUNDS } from './bounds.ts';
import type { Line } from './line.ts';

/**
 * Opens a line to a server that runs as a child process. Besides the variables in `env`, the child gets only those that the SDK passes on
 * by default (PATH, HOME and the like), so it never sees other keys and tokens.
 *
 * @param env the child's own environment variables
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
    // Closing the program's standard input tells it that the session has ended.
    leave: () => Promise.resolve(),
    needsSignIn: () => false,
    // Drops the rest of a line that was cut: it could be part of a secret, and only whole secrets are masked.
    lastWords: () => (isCut ? words.replace(/^[^\n]*\n(?=.)/s, '') : words),
  };
}
