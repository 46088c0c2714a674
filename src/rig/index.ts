export { systemClock } from './clock.ts';
export { renderTools } from './inspect/render-tools.ts';
export { startRig } from './start-rig.ts';
