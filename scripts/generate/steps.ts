import { OpenPointError } from '../open-points.ts';
import { buildContractVersion } from './contract-version.ts';
import { buildDefaultSeed, buildReferenceProfile } from './default-seed.ts';
import { buildErrorKinds } from './error-kinds.ts';
import { buildErrorPage } from './error-page.ts';
import { buildEventTypes } from './event-types.ts';
import { buildIds } from './ids.ts';
import { buildErrors, buildEvents, buildOperations } from './indexes.ts';
import { buildInputFileValidators } from './input-file-validators.ts';
import { buildMethods } from './methods.ts';
import { buildOpenPoints } from './open-points.ts';
import { buildOpenapi32 } from './openapi-3.2.ts';
import type { Files } from './output.ts';
import { buildAsyncapi, buildOpenapi } from './published-documents.ts';
import { buildRequirements } from './requirements.ts';
import { buildSchemas } from './schemas.ts';
import { buildShapes } from './shapes.ts';
import { describeProblem, type Spec, SpecError } from './spec.ts';
import { buildTypes } from './types.ts';
import { buildValidators } from './validators.ts';

/** A part of the build: from the sources to files, without side effects. */
export type Step = (spec: Spec) => Files | Promise<Files>;

const steps: readonly Step[] = [
  buildOpenapi,
  buildOpenapi32,
  buildAsyncapi,
  buildSchemas,
  buildTypes,
  buildMethods,
  buildValidators,
  buildShapes,
  buildEvents,
  buildEventTypes,
  buildOperations,
  buildIds,
  buildErrors,
  buildErrorKinds,
  buildErrorPage,
  buildRequirements,
  buildOpenPoints,
  buildInputFileValidators,
  buildDefaultSeed,
  buildReferenceProfile,
  buildContractVersion,
];

/** Everything that could be built, and one line for each thing that is wrong in the sources. */
export interface Build {
  readonly files: Files;
  readonly problems: readonly string[];
}

/** Runs every step; one that fails does not keep the others from telling what is wrong. */
export async function runSteps(spec: Spec, all: readonly Step[] = steps): Promise<Build> {
  const files: Files = new Map();
  const problems = new Set<string>();
  for (const step of all) {
    try {
      for (const [path, text] of await step(spec)) files.set(path, text);
    } catch (error) {
      for (const line of linesOf(error)) problems.add(line);
    }
  }
  return { files, problems: [...problems] };
}

function linesOf(error: unknown): string[] {
  if (error instanceof SpecError) return error.problems.map(describeProblem);
  if (error instanceof OpenPointError) return [`spec/requirements/open-points.yaml: ${error.message}`];
  throw error;
}
