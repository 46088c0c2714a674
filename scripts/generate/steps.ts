import { buildBindings } from './bindings.ts';
import { buildContractVersion } from './contract-version.ts';
import { buildDefaultSeed, buildReferenceProfile } from './default-seed.ts';
import { buildErrorKinds } from './error-kinds.ts';
import { buildErrorPage } from './error-page.ts';
import { buildEventTypes } from './event-types.ts';
import { buildIds } from './ids.ts';
import { buildErrors, buildEvents, buildOperations } from './indexes.ts';
import { buildInputFileValidators } from './input-file-validators.ts';
import { buildMethods } from './methods.ts';
import { buildOpenPoints, OpenPointError } from './open-points.ts';
import { buildOpenapi32 } from './openapi-3.2.ts';
import { buildOperationGroups } from './operation-groups.ts';
import type { Files } from './output.ts';
import { buildAsyncapi, buildOpenapi } from './published-documents.ts';
import { buildRequestMembers } from './request-members.ts';
import { buildRequirements } from './requirements.ts';
import { buildSchemas } from './schemas.ts';
import { buildShapes } from './shapes.ts';
import { describeProblem, type Spec, SpecError } from './spec.ts';
import { buildTypes } from './types.ts';
import { buildValidators } from './validators.ts';

/** A step of the build: makes files from the sources, without side effects. */
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
  buildOperationGroups,
  buildRequestMembers,
  buildBindings,
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

/** The files that could be built, and one line for each fault in the sources. */
export interface Build {
  readonly files: Files;
  readonly problems: readonly string[];
}

/** Runs every step. A step that fails does not stop the others, so that all faults are reported at once. */
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
