/** What the measurements use of autocannon, which has no types of its own. */
declare module 'autocannon' {
  interface Options {
    readonly url: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
    /** Milliseconds between two looks at whether the time is over. */
    readonly sampleInt: number;
    readonly headers?: Readonly<Record<string, string>>;
  }

  interface Result {
    /** Seconds that it took. */
    readonly duration: number;
    readonly '2xx': number;
    readonly non2xx: number;
    readonly errors: number;
  }

  const autocannon: (options: Options) => Promise<Result>;
  // biome-ignore lint/style/noDefaultExport: it is how the package exports
  export default autocannon;
}
