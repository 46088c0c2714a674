import { loadRegistry } from '../../src/conformance/registry/registry.ts';
import { groupFailures } from '../../src/conformance/report/group-failures.ts';
import type { TargetReport } from '../../src/conformance/report/model.ts';

/** The requirements that the first block of a text report names as violated. */
export function firstBlockOf({ requirements, checks = [] }: Pick<TargetReport, 'requirements' | 'checks'>) {
  const failed = requirements.filter(({ status }) => status === 'failed');
  return groupFailures(failed, checks)[0]?.rows ?? [];
}

/**
 * Whether one of some requirements is about a section of the service document, because one of its statements stands there, or says the same. A
 * section is part of the one that its number begins with.
 */
export function isAbout(rows: readonly { readonly id: string }[], section: string): boolean {
  const { requirements, statements } = loadRegistry();
  const named = requirements.filter(({ id }) => rows.some((row) => row.id === id));
  const sections = named.flatMap((row) =>
    [...row.statements, ...(row.restates ?? [])].flatMap((id) => statements[id]?.section ?? []),
  );
  return sections.some((each) => `${each}.`.startsWith(`${section}.`));
}
