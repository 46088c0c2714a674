import type { Depth } from '../conformance/run/depth.ts';
import type { TargetOptions } from './target-options.ts';

/** Everything runs, unless the user asks for less. With `--fast`, a selection still runs whole. */
export function depthOf({ depth, isFast, only, onlyFailed, explore, replay }: TargetOptions): Depth {
  if (explore || replay !== undefined) return 'full';
  return depth ?? (isFast && only.length === 0 && onlyFailed === undefined ? 'basic' : 'full');
}
