import { it } from 'vitest';

/**
 * A test that shows that the reference server fulfils statements of the service document. The test name starts with their ids, which
 * scripts/statements.ts reads from the source.
 *
 * @param ids separated by spaces, as spec/requirements/statements.yaml has them
 */
export function states(ids: string, name: string, test: () => Promise<void> | void): void {
  it(`${name} (${ids})`, test);
}
