import { findPort } from '../../find-port.ts';
import { toolFile } from '../../tools/programs.ts';
import { startProgram } from '../../tools/start-program.ts';

/** The official server that implements all features of MCP. */
export const everything = toolFile('@modelcontextprotocol/server-everything/dist/index.js');

/** Starts the server over Streamable HTTP, or over the older transport that this replaced. */
export async function startEverything(
  transport: 'streamableHttp' | 'sse' = 'streamableHttp',
): Promise<{ url: string; stop(): Promise<unknown> }> {
  const port = await findPort();
  const env = { PORT: String(port) };
  const { stop } = await startProgram([process.execPath, everything, transport], /listening|running/, {
    env,
  });
  return { url: `http://127.0.0.1:${port}/${transport === 'sse' ? 'sse' : 'mcp'}`, stop };
}
