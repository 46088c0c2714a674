import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findPort } from '../../find-port.ts';
import { toolFile } from '../../tools/programs.ts';

/** The official server that implements all features of MCP. */
export const everything = toolFile('@modelcontextprotocol/server-everything/dist/index.js');

/** Starts the server over Streamable HTTP, or over the transport that it has replaced. */
export async function startEverything(
  transport: 'streamableHttp' | 'sse' = 'streamableHttp',
): Promise<{ url: string; stop(): Promise<unknown> }> {
  const port = await findPort();
  const child = spawn(process.execPath, [everything, transport], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  for await (const line of child.stderr) if (/listening|running/.test(String(line))) break;
  return {
    url: `http://127.0.0.1:${port}/${transport === 'sse' ? 'sse' : 'mcp'}`,
    stop: () => {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      return exited;
    },
  };
}
