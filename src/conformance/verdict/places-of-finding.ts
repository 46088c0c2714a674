import type { Finding } from '../judge/finding.ts';
import { matchOperation } from '../judge/operations.ts';
import type { Place } from '../judge/place.ts';

/** What a report says about the place of a violation. */
export type LocatedFinding = Pick<Finding, 'eventType'> & {
  /** Method and path. */
  readonly request?: string;
  readonly check?: string;
};

/** A row of a report that may be violated. */
export interface LocatedRow {
  readonly findings?: readonly LocatedFinding[];
  readonly elsewhere?: readonly (readonly Place[])[];
}

/** The operation, the check and the event of a violation, as far as the report names them. */
export function placesOfFinding({ request = '', check, eventType }: LocatedFinding): readonly Place[] {
  const [method = '', path = ''] = request.split(' ', 2);
  const operation = matchOperation(method, path)?.operation.operationId;
  return [operation ?? [], check ?? [], eventType ?? []].flat();
}

/** For each kind of violation of a row, the operation, the check and the event. */
export function placesOfRow({ findings = [], elsewhere = [] }: LocatedRow): (readonly Place[])[] {
  return [...findings.map(placesOfFinding), ...elsewhere];
}
