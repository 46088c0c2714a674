import { setTimeout } from 'node:timers/promises';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { BOUNDS } from './bounds.ts';
import type { Line } from './line.ts';

/** Milliseconds until a program gets each signal. The SDK would wait for seconds. */
const PATIENCE = { SIGTERM: 500, SIGKILL: 1000 } as const;

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
  let sentTooMuch = false;
  // The client preserves this listener. The SDK ends the program after this error, and then reports only the end.
  transport.onerror = ({ message }) => {
    sentTooMuch ||= message.includes('exceeded maximum size');
  };
  let words = '';
  let isCut = false;
  transport.stderr?.on('data', (chunk: Buffer) => {
    words += chunk.toString();
    isCut ||= words.length > BOUNDS.standardErrorLength;
    words = words.slice(-BOUNDS.standardErrorLength);
  });
  return {
    transport,
    leave: async () => endProgram(transport),
    needsSignIn: () => false,
    sentTooMuch: () => sentTooMuch,
    // Drops the rest of a line that was cut: it could be part of a secret, and only whole secrets are masked.
    lastWords: () => (isCut ? words.replace(/^[^\n]*\n(?=.)/s, '') : words),
  };
}

/**
 * Ends a program that does not end by itself. The caller closes its standard input, which tells it that the session has ended. So a program
 * that ignores that cannot keep this server from ending.
 */
function endProgram(transport: StdioClientTransport): void {
  const { pid, onclose } = transport;
  if (!pid) return;
  const ended = new AbortController();
  transport.onclose = () => {
    ended.abort();
    onclose?.();
  };
  for (const [name, time] of Object.entries(PATIENCE))
    setTimeout(time, undefined, { ref: false, signal: ended.signal }).then(
      () => kill(pid, name),
      () => {},
    );
}

function kill(pid: number, signal: string): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The program has ended.
  }
}
