declare module 'undici/lib/web/fetch/index.js' {
  export { fetch } from 'undici';
}

declare module 'undici/lib/util/timers.js' {
  const timers: { reset(): void };
  export = timers;
}
