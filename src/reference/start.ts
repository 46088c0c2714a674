import { inspect } from 'node:util';
import { contractVersion } from '../../generated/contract-version.js';
import { defaultSeedValue } from '../../generated/default-seed.js';
import manifest from '../../package.json' with { type: 'json' };
import { guardOf, requireLoopback } from '../loopback/index.ts';
import { createApplicationTurn } from './application/application-turn.ts';
import { checkBackends } from './check-backends.ts';
import { systemClock } from './clock.ts';
import { countCalls } from './connectors/count-calls.ts';
import { createConnectors, type McpConnectors } from './connectors/mcp-connectors.ts';
import { buildDirectory } from './directory/directory.ts';
import type { Directory } from './directory/types.ts';
import { checkExposure } from './exposure.ts';
import { faulty } from './faults/faults.ts';
import { afterDisk, onceKept } from './http/after-disk.ts';
import { plainFraming } from './http/event-sink.ts';
import { OPERATIONS } from './http/operation.ts';
import type { ExtraRoute } from './http/routes.ts';
import { createHttpServer, type HttpServer } from './http/server.ts';
import type { InnerOptions } from './inner-options.ts';
import { createInspector, type Inspector } from './inspect/inspector.ts';
import { directDelivery } from './interactions/delivery.ts';
import { PendingInteractions } from './interactions/pending-interactions.ts';
import { Lifetime } from './lifetime.ts';
import { type KnownSeries, Metrics } from './metrics.ts';
import { createModels } from './models/models.ts';
import { createScriptedModel } from './models/scripted/model.ts';
import type { ServicePorts } from './operations/context.ts';
import { createExchange } from './operations/exchange.ts';
import { operatorRoutes } from './operator-routes.ts';
import type { ReferenceServer } from './options.ts';
import { pageRoutes } from './page-routes.ts';
import type { Decorator, Ports } from './ports.ts';
import { indexFiles, type ReplaceableRetrieval } from './retrieval/full-text.ts';
import { createSecretMask, type MaskSecrets } from './secrets/secret-mask.ts';
import { keepUnchanged } from './seed/keep-unchanged.ts';
import { plantSeed } from './seed/plant-seed.ts';
import { readSeed } from './seed/read-seed.ts';
import { bothOf, ServiceLog } from './service-log.ts';
import type { Disk } from './store/disk.ts';
import { openStore } from './store/open-store.ts';
import { withReasons } from './store/store-error.ts';
import { type EnginePorts, TurnEngine } from './turns/engine.ts';
import { failureCodes } from './turns/failure.ts';
import { sweepKeys } from './turns/sweep-keys.ts';

/** Far more than any client needs, but few enough for the memory of a server. */
const LIVE_TURNS = 10_000;

/**
 * Starts the service in this process.
 *
 * @throws SeedError, ExposedError, StoreError, DocsError or CannotListenError, each with a message that says what to do
 */
export async function assemble(options: InnerOptions = {}): Promise<ReferenceServer> {
  const { host = '127.0.0.1', port = 0, timeScale = 1, log = 'none' } = options;
  const environment = options.environment ?? process.env;
  const seedName = options.seedName ?? 'the seed';
  const readUsable = (text: string | undefined) => {
    const directory =
      text === undefined ? buildDirectory(defaultSeedValue) : readSeed(text, seedName, environment);
    if (!options.insecure) checkExposure(host, directory, defaultSeedValue);
    return directory;
  };
  let directory = readUsable(options.seed);
  if (options.inspect) requireLoopback(host, 'the journal of requests (--inspect) is for this machine alone');
  const hasFaults = options.faults || options.inspect;
  const hostGuard = guardOf(host, options.allowedHosts ?? []);
  const secrets = createSecretMask(directory, environment);
  const report = options.report ?? ((error) => printError(error, secrets.text));
  let http: HttpServer | undefined;
  let inspector: Inspector | undefined;
  const metrics = new Metrics(seriesOf(directory));
  const serviceLog = new ServiceLog(secrets.text, () => bothOf(http?.log, inspector?.lines), metrics);
  const sound = openPorts(() => directory, environment, serviceLog, options);
  const counted = { ...sound, connectors: countCalls(sound.connectors, metrics) };
  const { clock } = sound;
  if (options.inspect) inspector = createInspector({ clock, mask: secrets.text });
  let service: ServicePorts | undefined;
  try {
    const plant = (seed: Directory) => {
      const work = () => plantSeed(seed, sound.store, clock.now());
      if (options.data === undefined) work();
      else withReasons(options.data, work);
    };
    plant(directory);
    const decorators: readonly Decorator[] = [
      ...(hasFaults ? [faulty] : []),
      ...(options.decorators ?? []),
      ...(inspector ? [inspector.decorator] : []),
      ...(options.wire ? [{ wire: options.wire as NonNullable<Decorator['wire']> }] : []),
    ];
    const ports = { ...decorate(counted, decorators), log: serviceLog, secrets, report };
    const opened = openService(directory, ports, options.liveTurns);
    service = opened;
    /** What new requests use. A changed seed replaces the directory in it. */
    let current = opened;
    const { disk } = sound.store;
    const exchange = createExchange(() => current);
    const listening = createHttpServer({
      exchange: decorators.reduce(
        (exchange, decorator) => decorator.exchange?.(exchange) ?? exchange,
        disk ? afterDisk(disk, exchange, report) : exchange,
      ),
      framing: decorators.reduce(
        (framing, decorator) => decorator.framing?.(framing) ?? framing,
        plainFraming,
      ),
      wire: (listener) => decorators.reduce((inner, { wire }) => wire?.(inner) ?? inner, listener),
      extraRoutes: [
        ...pageRoutes({ ...options, timeScale }),
        ...operatorRoutes({
          metrics: () => {
            const { engine, desk } = opened;
            const gauges = { turns: engine.running, interactions: desk.open, streams: http?.streams ?? 0 };
            return metrics.render(gauges);
          },
          isReady: () => {
            // A store that cannot be read or written throws.
            sound.store.chats.find('');
            sound.store.probe();
            return opened.engine.isOpen;
          },
        }),
        ...(inspector?.routes ?? []),
        ...((options.application ?? hasFaults) ? [applicationRoute(() => current, disk)] : []),
      ],
      onAnswered: (operation, status) => metrics.requestAnswered(operation, status),
      log,
      maskSecrets: secrets.text,
      ...(options.logTo && { logTo: options.logTo }),
      ...(options.cors !== undefined && { corsOrigin: options.cors }),
      ...(hostGuard && { hostGuard }),
      ...(options.limits && { limits: options.limits }),
      ...(options.listen && { listen: options.listen }),
    });
    http = listening;
    const { url, address } = await listening.listen({ host, port });
    // In the other formats the caller greets people in its own words.
    if (log === 'json') serviceLog.listening({ address, url, version: manifest.version });
    const checks = new Lifetime();
    const check = () => {
      if (options.checkModels) checkBackends(directory, sound, serviceLog, checks).catch(report);
    };
    check();
    const stopSweeping = sweepKeys(sound.store.turns, clock, () => directory.limits.keyRetentionHours);
    const changeSeed = (text: string) => {
      const changed = keepUnchanged(directory, readUsable(text));
      // Nothing after this fails, so that a seed is taken over as a whole or not at all.
      plant(changed);
      secrets.learn(changed);
      metrics.know(seriesOf(changed));
      sound.retrieval.replace(changed.files.values());
      sound.connectors.keepOnly(changed.connectors.values());
      directory = changed;
      current = { ...opened, directory };
    };
    return {
      url,
      address,
      useSeed(read) {
        try {
          changeSeed(read());
        } catch (error) {
          serviceLog.seedRefused(seedName, error);
          throw error;
        }
        serviceLog.seedRead(seedName);
        check();
      },
      async close() {
        stopSweeping();
        checks.end(new Error('the server is stopping'));
        // New requests are refused at once. Running turns send their end before their connections are closed.
        const closed = listening.close();
        await opened.engine.close();
        await closePorts(sound, closed);
      },
    };
  } catch (error) {
    await service?.engine.close();
    await closePorts(sound);
    throw error;
  }
}

function seriesOf({ models, connectors }: Directory): KnownSeries {
  const names = (list: Iterable<{ readonly name: string }>) => [
    ...new Set(Array.from(list, ({ name }) => name)),
  ];
  return {
    version: manifest.version,
    contract: contractVersion,
    operations: OPERATIONS.map(({ operationId }) => operationId),
    failures: failureCodes(),
    providers: names([...models.values()].flatMap(({ providers }) => providers)),
    connectors: names(connectors.values()),
  };
}

type SoundPorts = Ports & {
  readonly connectors: McpConnectors;
  readonly retrieval: ReplaceableRetrieval;
};

/** @param current returns the directory that new requests use */
function openPorts(
  current: () => Directory,
  environment: NodeJS.ProcessEnv,
  serviceLog: ServiceLog,
  options: InnerOptions,
): SoundPorts {
  const store = openStore(options.data === undefined ? {} : { file: options.data });
  const clock = options.clock ?? systemClock(options.timeScale, store.latest);
  return {
    clock,
    store,
    model: createModels({ scripted: createScriptedModel(clock), clock, environment }),
    connectors: createConnectors({
      clock,
      environment,
      onConnected: ({ name }, revision) => serviceLog.connectorConnected(name, revision),
    }),
    retrieval: indexFiles(current().files.values()),
    delegation: {
      isEnabled: (companyId) => current().companies.get(companyId)?.agentsEnabled ?? false,
      prepare() {},
    },
    delivery: directDelivery,
  };
}

/** @param answered when the last answer has ended, which may need the store */
async function closePorts(
  { connectors, retrieval, store }: Ports,
  answered: Promise<void> = Promise.resolve(),
): Promise<void> {
  await Promise.all([connectors.close(), answered]);
  retrieval.close();
  store.close();
}

function decorate(sound: Ports, decorators: readonly Decorator[]): Ports {
  return decorators.reduce((ports, decorator) => decorator.ports?.(ports) ?? ports, sound);
}

function openService(
  directory: Directory,
  ports: Ports & Omit<EnginePorts, 'desk'>,
  liveTurns = LIVE_TURNS,
): ServicePorts {
  const { clock, store, delivery, delegation, report } = ports;
  const desk = new PendingInteractions(store.interactions, clock, delivery);
  const engine = new TurnEngine({ ...ports, desk });
  return { clock, directory, store, engine, desk, delivery, delegation, liveTurns, report };
}

function applicationRoute(current: () => ServicePorts, disk: Disk | undefined): ExtraRoute {
  const run = createApplicationTurn(current);
  return {
    method: 'POST',
    url: '/_reference/application/turns',
    handle: async (request) => (disk ? onceKept(disk, await run(request)) : run(request)),
  };
}

/** Shows an unexpected error to the operator in every log format. */
function printError(error: unknown, mask: MaskSecrets): void {
  console.error(mask(inspect(error)));
}
