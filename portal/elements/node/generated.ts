/** What src/conformance reads from generated/, as part of the bundle. It takes the place of src/conformance/generated.ts. */
import events from '../../../generated/events.json' with { type: 'json' };
import * as explain from '../../../generated/explain.js';
import * as matchesContract from '../../../generated/matches-contract.js';
import operations from '../../../generated/operations.json' with { type: 'json' };
import rows from '../../../generated/rows.json' with { type: 'json' };
import shapes from '../../../generated/shapes.json' with { type: 'json' };
import manifest from '../../../package.json' with { type: 'json' };

const DATA: Readonly<Record<string, unknown>> = {
  'events.json': events,
  'operations.json': operations,
  'rows.json': rows,
  'shapes.json': shapes,
};

const MODULES: Readonly<Record<string, unknown>> = {
  'explain.js': explain,
  'matches-contract.js': matchesContract,
};

export function readGenerated<Content>(file: string): Content {
  if (!(file in DATA)) throw new Error(`the portal has no generated/${file}; add it to ${import.meta.url}`);
  return DATA[file] as Content;
}

export function loadGenerated<Module>(file: string): Module {
  if (!(file in MODULES))
    throw new Error(`the portal has no generated/${file}; add it to ${import.meta.url}`);
  return MODULES[file] as Module;
}

export function readVersion(): string {
  return manifest.version;
}
