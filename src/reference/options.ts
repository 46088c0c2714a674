/** How a reference server is to be. Everything has a default. */
export interface ReferenceServerOptions {
  /** Address to listen on; `127.0.0.1` by default. */
  readonly host?: string;
  /** Any free port by default. */
  readonly port?: number;
  /** Whether the tokens that everybody can read in the default seed may be served to other machines. */
  readonly insecure?: boolean;
  /** YAML that declares companies, users, credentials and resources; see docs/seed.md. */
  readonly seed?: string;
  /** What the seed is called in error messages. */
  readonly seedName?: string;
  /** File that keeps the state; without it the state ends with the server. */
  readonly data?: string;
  /** How many times faster than real time all timers run; 1 by default. */
  readonly timeScale?: number;
  /** Whether requests may ask for outages with the header `x-reference-fault`; not by default. */
  readonly faults?: boolean;
  /** How requests are logged, on standard output; not at all by default. */
  readonly log?: 'json' | 'pretty' | 'none';
  /** Origin whose pages may call the server; none by default. */
  readonly cors?: string;
}

/** A server that runs. */
export interface ReferenceServer {
  /** Without a slash at its end; the contract's paths begin with `/api/v1` below it. */
  readonly url: string;
  /** Ends the turns that run, saves and tells their outcome, and stops. */
  close(): Promise<void>;
}
