import type { Page } from '../page.ts';
import type { Sources } from '../sources.ts';
import { conformancePages } from './conformance.ts';
import { eventPages } from './events.ts';
import { failurePages } from './failures.ts';
import { guidePages } from './guides.ts';
import { notFoundPages } from './not-found.ts';
import { openPointPages } from './open-points.ts';
import { operationPages } from './operations.ts';
import { requirementPages } from './requirements.ts';
import { schemaPages } from './schemas.ts';
import { startPages } from './start.ts';
import { streamPages } from './stream.ts';

/** All pages of the portal, one step for each kind. */
export const STEPS: readonly ((sources: Sources) => readonly Page[])[] = [
  startPages,
  operationPages,
  streamPages,
  eventPages,
  failurePages,
  schemaPages,
  requirementPages,
  openPointPages,
  conformancePages,
  guidePages,
  notFoundPages,
];
