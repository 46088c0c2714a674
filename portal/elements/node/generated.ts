/**
 * Replaces src/conformance/generated.ts. The bundler replaces each name of a file in generated/ with the content of that file, so these
 * functions receive the content.
 */
import manifest from '../../../package.json' with { type: 'json' };

export function readGenerated<Content>(content: unknown): Content {
  if (typeof content === 'string')
    throw new Error(`the portal has no generated/${content}; write its name as a literal where it is read`);
  return content as Content;
}

export function loadGenerated<Module>(content: unknown): Module {
  return readGenerated(content);
}

export function readVersion(): string {
  return manifest.version;
}
