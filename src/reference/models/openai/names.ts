import type { ModelTool } from '../model.ts';

/** Characters that providers reject in the name of a function. */
const NOT_IN_NAMES = /[^A-Za-z0-9_-]/g;
const NAME_LENGTH = 64;

/** Translates between the names of tools and the names that a provider accepts. */
export interface WireNames {
  /** The name to send to the provider. */
  toWire(name: string): string;
  /** The tool that the provider means; the same name if it is unknown. */
  fromWire(name: string): string;
}

/** Gives each tool a unique name that a provider accepts. An acceptable name stays unchanged. */
export function nameTools(tools: readonly ModelTool[]): WireNames {
  const wire = new Map<string, string>();
  const own = new Map<string, string>();
  const add = (name: string, given: string) => {
    wire.set(name, given);
    own.set(given, name);
  };
  // Names that can stay are assigned first, so that no changed name takes one of them.
  const changed = tools.filter(({ name }) => {
    if (spell(name) !== name) return true;
    add(name, name);
    return false;
  });
  for (const { name } of changed) add(name, findFree(spell(name), own));
  return {
    toWire: (name) => wire.get(name) ?? spell(name),
    fromWire: (name) => own.get(name) ?? name,
  };
}

function spell(name: string): string {
  return name.replace(NOT_IN_NAMES, '_').slice(0, NAME_LENGTH) || '_';
}

function findFree(spelled: string, taken: ReadonlyMap<string, string>): string {
  let given = spelled;
  for (let number = 2; taken.has(given); number++) {
    const suffix = `_${number}`;
    given = spelled.slice(0, NAME_LENGTH - suffix.length) + suffix;
  }
  return given;
}
