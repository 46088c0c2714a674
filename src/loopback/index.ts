export { requireLoopback } from './exposure.ts';
export { authorityOf, createHostGuard, guardOf, type HostGuard } from './host-header.ts';
export { type Listening, listen } from './listen.ts';
export { isLoopback } from './loopback.ts';
