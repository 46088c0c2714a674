/** The part of autocannon that the measurements use. The package has no types of its own. */
declare module 'autocannon' {
  interface Options {
    readonly url: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
    /** Milliseconds between two samples. Also how often it checks whether the time is over. */
    readonly sampleInt: number;
    readonly headers?: Readonly<Record<string, string>>;
  }

  interface Result {
    /** Seconds that the measurement took. */
    readonly duration: number;
    readonly '2xx': number;
    readonly non2xx: number;
    readonly errors: number;
  }

  const autocannon: (options: Options) => Promise<Result>;
  // biome-ignore lint/style/noDefaultExport: the package has a default export
  export default autocannon;
}
