export { isUtc } from './times.ts';
export { findShapeViolations, hasShape } from './violations.ts';
export { ShapeWalk } from './walk.ts';
