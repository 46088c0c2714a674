import { it } from 'vitest';

/**
 * A test that shows that statements of the service document hold for the reference server. Their ids start its name, and
 * scripts/statements.ts reads them from the source.
 *
 * @param ids separated by spaces, as spec/requirements/statements.yaml has them
 */
export function states(ids: string, name: string, test: () => Promise<void> | void): void {
  it(`${name} (${ids})`, test);
}
