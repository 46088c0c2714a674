/**
 * Takes the place of src/conformance/generated.ts. The bundler has put each file of generated/ that a module names in the place of its
 * name, so what comes in is what the file says.
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
