import { listen } from './http/listen.ts';
import { checkExposure } from './http/loopback.ts';
import { CONNECTOR, PROVIDERS } from './places.ts';
import type { Rig, RigOptions } from './rig.ts';
import { RigServer } from './rig-server.ts';

/**
 * Starts a model provider and a connector, to point a service at that is to be judged.
 *
 * @throws ExposedError or CannotListenError, each with a message that says what to do
 */
export async function startRig(options: RigOptions = {}): Promise<Rig> {
  const { host = '127.0.0.1', port = 0 } = options;
  if (!options.insecure) checkExposure(host);
  const rig = new RigServer(options);
  const url = await listen(rig.server, host, port);
  return {
    url,
    modelUrl: url + PROVIDERS[0].path,
    fallbackUrl: url + PROVIDERS[1].path,
    connectorUrl: url + CONNECTOR,
    close: () => rig.close(),
  };
}
