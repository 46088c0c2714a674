import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { testEnvironment } from '../../scripts/test/environment.ts';
import type { Project } from './built-package.ts';

/** A server that was started as a page describes. */
export interface Service {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts the command of a page, on a free port.
 * @param args such as `serve --faults`
 * @throws Error with the output of the command, if it does not listen
 */
export async function startService({ folder }: Project, args: readonly string[]): Promise<Service> {
  const program = join(folder, 'node_modules/conversation-api/dist/bin/conversation-api.cjs');
  const service = spawn(process.execPath, [program, ...args, '--port', '0', '--log', 'none'], {
    cwd: folder,
    env: testEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(service, 'close');
  let said = '';
  for await (const chunk of service.stderr) {
    said += String(chunk);
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
    if (url === undefined) continue;
    service.stderr.destroy();
    return {
      url,
      async stop() {
        service.kill('SIGTERM');
        await ended;
      },
    };
  }
  await ended;
  throw new Error(`conversation-api ${args.join(' ')}: ${said}`);
}
