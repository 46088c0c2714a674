import { sep } from 'node:path';

/**
 * A path as globs write it, and as it is the same on every system: Windows separates folders by backslashes and takes slashes too. Elsewhere a
 * backslash is a character of a name.
 *
 * @param separator of the system
 */
export function withSlashes(path: string, separator = sep): string {
  return path.replaceAll(separator, '/');
}
