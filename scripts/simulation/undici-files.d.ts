declare module 'undici/lib/web/fetch/index.js' {
  export { fetch } from 'undici';
}
