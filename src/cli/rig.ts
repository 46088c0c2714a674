import { COMMAND } from '../conformance/commands.ts';
import { readVersion } from '../conformance/generated.ts';
import type { Rig, RigOptions } from '../rig/rig.ts';
import { PORTS, parseArguments, readNumber, readTimeScale, UsageError } from './arguments.ts';
import { RIG_FLAGS } from './flags.ts';
import { EXIT, type Io } from './io.ts';
import { readUserFile } from './read-user-file.ts';
import { untilSignalled } from './until-signalled.ts';

const DEFAULT_PORT = 4020;
/** Maximum number of lists of tools that `--inspect` prints. A service has a few lists, one for each kind of turn. */
const MOST_LISTS = 100;

/** `conversation-api rig`: runs a model provider and a connector that follow scripts, until a signal stops them. */
export async function rig(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(args, RIG_FLAGS);
  if (positionals.length > 0) throw new UsageError('rig takes flags only; see rig --help');
  const running = await untilSignalled({
    start: async () => {
      const { host, tools: file } = values;
      const { renderTools, startRig, systemClock } = await import('../rig/index.ts');
      return startRig({
        port: readNumber(values, 'port', PORTS, DEFAULT_PORT),
        insecure: values.insecure ?? false,
        allowedHosts: values['allow-host'] ?? [],
        clock: systemClock(readTimeScale(values)),
        ...(host !== undefined && { host }),
        ...(file !== undefined && { tools: await readTools(file) }),
        ...(values.inspect && { onRequest: onceEach((request) => io.stdout.write(renderTools(request))) }),
      });
    },
    onStarted: (started) => io.stderr.write(greet(started)),
  });
  await running.close();
  return EXIT.ok;
}

type OnRequest = NonNullable<RigOptions['onRequest']>;

/** Calls the function once for each list of tools, so that later turns do not print a list again. */
function onceEach(onRequest: OnRequest): OnRequest {
  const seen = new Set<string>();
  return (request) => {
    const list = JSON.stringify([request.model, request.tools.map(({ name }) => name)]);
    if (request.tools.length === 0 || seen.has(list) || seen.size >= MOST_LISTS) return;
    seen.add(list);
    onRequest(request);
  };
}

async function readTools(file: string): Promise<NonNullable<RigOptions['tools']>> {
  const { readRigTools } = await import('../conformance/api/bundle.ts');
  return readRigTools(readUserFile(file, '--tools'), file);
}

/** The greeting: the addresses of the provider and the connector, and the settings that the service needs. */
function greet({ address, modelUrl, fallbackUrl, connectorUrl }: Rig): string {
  return `conversation-api ${readVersion()} rig, listening on http://${address}

Configure these in the service under test:
  ${modelUrl.padEnd(36)}  its model provider (OpenAI-compatible, any key, model "scripted")
  ${fallbackUrl.padEnd(36)}  the provider that takes over when the first breaks off
  ${connectorUrl.padEnd(36)}  a connector (MCP over Streamable HTTP, no token)
Use the model "plain" for titles and summaries; it follows no scripts.

Then run: ${COMMAND.checkTarget('URL', ['--profile', 'FILE'])}, with a profile that has "rig" (docs/rig.md).
Stop it with Ctrl-C.
`;
}
