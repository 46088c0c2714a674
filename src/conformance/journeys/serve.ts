/** A listener for requests of `node:http`. Its type does without the types of Node, which consumers may not have. */
export type HttpListener = { listen(request: object, response: object): void }['listen'];

/** What the server of a journey gets. `startReferenceServer` of `conversation-api/reference` takes it. */
export interface ServeOptions {
  readonly timeScale: number;
  readonly faults: true;
  /** Stands between the connections and the server. */
  wire(listener: HttpListener): HttpListener;
  readonly variants: readonly string[];
  readonly liberties?: number;
  readonly front?: string;
}

/** Starts the server of a journey. */
export type Serve = (options: ServeOptions) => Promise<{ readonly url: string; close(): Promise<void> }>;
