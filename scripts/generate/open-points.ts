import { readOpenPoints, renderOpenPoints } from '../open-points.ts';
import type { Files } from './output.ts';
import type { Spec } from './spec.ts';

/** docs/open-points.md: the open points as a page. */
export function buildOpenPoints(spec: Spec): Files {
  const points = readOpenPoints(spec.text('requirements/open-points.yaml'));
  return new Map([['docs/open-points.md', renderOpenPoints(points)]]);
}
