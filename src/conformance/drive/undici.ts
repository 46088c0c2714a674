/**
 * The parts of undici that the transport uses, each from its own file. Importing undici's index would set a global dispatcher on
 * `globalThis`, and the host process's `fetch` would then use it.
 */
import api from 'undici/lib/api/index.js';
import buildConnector from 'undici/lib/core/connect.js';
import errors from 'undici/lib/core/errors.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
import Pool from 'undici/lib/dispatcher/pool.js';

// The index adds these methods. Without them a dispatcher cannot send a request or open a tunnel.
Object.assign(Dispatcher.prototype, api);

export { Agent, buildConnector, Dispatcher, EnvHttpProxyAgent, errors, Pool };
