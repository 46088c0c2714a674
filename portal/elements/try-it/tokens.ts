/** Tokens, by the server for which they were typed. They are kept until the reader leaves the page. */
export class Tokens {
  readonly #known = new Map<string, string>();

  keep(server: string, token: string): void {
    this.#known.set(originOf(server), token);
  }

  /** The token of a server, empty if the reader emptied the field. Undefined if none was typed for it, so that no server gets the token of another. */
  of(server: string): string | undefined {
    return this.#known.get(originOf(server));
  }
}

function originOf(server: string): string {
  return URL.canParse(server) ? new URL(server).origin : server;
}
