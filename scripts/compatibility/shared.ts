/** Rules for members that OpenAPI and AsyncAPI share. */
import { change, type Severity } from './change.ts';
import { elsewhere, fixed, listed, members, named, prose, type Rule } from './rules.ts';
import { isSame, show } from './same.ts';

const file = 'scripts/compatibility/shared.ts';

/** The version of the format. A tool for 3.1 may not read 3.2; a patch version changes only wording. */
export const format: Rule = (before, after, at, name) => {
  const [old, now] = [before, after].map((version) => String(version).split('.').slice(0, 2));
  const severity: Severity = isSame(old, now) ? 'editorial' : 'breaking';
  if (before === after) return [];
  return [change(severity, at, `\`${name}\` is now ${show(after)}, was ${show(before)}`)];
};

export const info = members(
  {
    title: prose,
    // The version announces changes and is not one itself.
    version: elsewhere,
    summary: prose,
    description: prose,
    license: prose,
    contact: prose,
    tags: prose,
    externalDocs: prose,
  },
  file,
);

/** The scopes that a credential needs. */
export const scopes = listed('breaking', 'additive');

export const serverVariables = named({
  noun: 'the variable',
  step: (name) => `variable ${name}`,
  added: 'breaking',
  removed: 'breaking',
  each: members({ description: prose, default: fixed }, file),
});

/** Compares only the names of components, which users refer to. Their content is compared where it is used. */
export const schemaNames = named({
  noun: 'the type',
  step: (name) => `type ${name}`,
  // Types, validators and schema files have this name.
  added: 'additive',
  removed: 'breaking',
  each: elsewhere,
});

export const securitySchemes = named({
  noun: 'the security scheme',
  step: (name) => `security ${name}`,
  added: 'additive',
  removed: 'breaking',
  each: members(
    {
      type: fixed,
      scheme: fixed,
      bearerFormat: prose,
      description: prose,
      'x-scopes': named({
        noun: 'the scope',
        step: (name) => `scope ${name}`,
        added: 'additive',
        removed: 'breaking',
        each: prose,
      }),
    },
    file,
  ),
});
