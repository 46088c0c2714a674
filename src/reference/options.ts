/** A listener for requests of `node:http`. Its type does without the types of Node, which consumers may not have. */
export type HttpListener = { listen(request: object, response: object): void }['listen'];

/** Options of a reference server. All of them are optional. */
export interface ReferenceServerOptions {
  /** The address to listen on; `127.0.0.1` by default. */
  readonly host?: string;
  /** The port to listen on; any free port by default. */
  readonly port?: number;
  /** Whether other machines may use the published tokens of the default seed; false by default. */
  readonly insecure?: boolean;
  /**
   * Host names, without ports, that requests may send in Host besides this machine's own. A server on a loopback address refuses all
   * others, so that no web page can reach it by DNS rebinding; on another address, it refuses others only if this option is set.
   */
  readonly allowedHosts?: readonly string[];
  /** The text of a seed, which declares companies, users, credentials and resources; see docs/seed.md. */
  readonly seed?: string;
  /** The name of the seed in error messages. */
  readonly seedName?: string;
  /** The file that stores the state. Without one, the state is lost when the server stops. */
  readonly data?: string;
  /** The factor by which all timers run faster than real time; 1 by default. */
  readonly timeScale?: number;
  /** Whether requests may ask for outages with the header `x-reference-fault`; false by default. */
  readonly faults?: boolean;
  /**
   * Whether `POST /_reference/application/turns` runs turns as the application does; by default, only with `faults`. It is not part of the
   * contract.
   */
  readonly application?: boolean;
  /**
   * Whether `/_reference/inspect` shows the last requests, and sets faults and scripts for the next ones; false by default. Includes `faults`.
   * Only for a loopback address. It is not part of the contract.
   */
  readonly inspect?: boolean;
  /**
   * The maximum number of turns of one credential, or of one user in the application, that run at the same time; 10,000 by default. Further
   * turns get 429.
   */
  readonly liveTurns?: number;
  /** Whether each model and connector is asked once at the start, and the log says which of them answer; false by default. */
  readonly checkModels?: boolean;
  /** The format of the request log on standard output; `none` by default. */
  readonly log?: 'json' | 'pretty' | 'none';
  /** The origins whose pages may call the server, or `*`; none by default. */
  readonly cors?: string | readonly string[];
  /**
   * What stands between the connections and the server: it sees each request before the server, and each answer before the client. By
   * default nothing does.
   */
  wire?(listener: HttpListener): HttpListener;
  /** The folder of a built docs portal, which is then served below `/docs/`; none by default. */
  readonly docs?: string;
}

/** A running reference server. */
export interface ReferenceServer {
  /** The base URL without a trailing slash. The paths of the contract start with `/api/v1` below it. */
  readonly url: string;
  /** The address and port that it listens on, such as `0.0.0.0:4010` or `[::1]:4010`. */
  readonly address: string;
  /**
   * Takes over a changed seed while the server runs. Requests that have begun, and running turns, go on with what they had. If the seed
   * cannot be used, the earlier one stays. The log says what happened.
   *
   * @param read returns the text of the seed
   * @throws an Error with a literal `code` and a message that says what to do, when the seed cannot be used; any error of `read`
   */
  useSeed(read: () => string): void;
  /** Cuts all running turns, saves their outcomes, sends them to the clients, and stops the server. */
  close(): Promise<void>;
}
