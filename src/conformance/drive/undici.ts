/**
 * The parts of undici that the transport uses, each from its own file. undici's index would put a dispatcher on `globalThis`, and
 * the `fetch` of the host's process would then go through it.
 */
import api from 'undici/lib/api/index.js';
import buildConnector from 'undici/lib/core/connect.js';
import errors from 'undici/lib/core/errors.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';

// The index adds these methods, without which a dispatcher cannot send a request or open a tunnel.
Object.assign(Dispatcher.prototype, api);

export { Agent, buildConnector, Dispatcher, EnvHttpProxyAgent, errors };
