export { requireLoopback } from './exposure.ts';
export { createHostGuard, type HostGuard } from './host-header.ts';
export { isLoopback } from './loopback.ts';
