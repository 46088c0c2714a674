export { systemClock } from './clock.ts';
export { renderTools } from './inspect/render-tools.ts';
export { startRig } from './rig-server.ts';
