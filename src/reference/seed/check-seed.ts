import type { Seed } from '../../../generated/input-files.js';
import { OWN_MEMBERS } from '../models/openai/request.ts';
import { checkPorts } from './check-ports.ts';
import { checkTransports } from './check-transports.ts';
import { describePlace, type SeedProblem } from './problem.ts';
import { type Declaration, declarationsOf, type Reference, referencesOf } from './references.ts';

/** Finds the problems of a seed that its schema cannot express: duplicate ids and names, broken references, and values that cannot be used. */
export function checkSeed(seed: Seed): SeedProblem[] {
  return [
    ...checkIds(declarationsOf(seed)),
    ...checkNames(seed),
    ...checkReferences(seed),
    ...checkDefaultModels(seed),
    ...checkLevels(seed),
    ...checkParameters(seed),
    ...checkTransports(seed),
    ...checkPorts(seed),
  ];
}

function checkIds(declarations: readonly Declaration[]): SeedProblem[] {
  return findRepeated(
    declarations.map(({ type, id, pointer }) => ({ key: `${type} ${id}`, pointer })),
    (first) => `is already used by ${describePlace(first)}`,
    'id',
  );
}

/** Checks names and tokens for duplicates. A problem never shows a token, since it may end up in a log. */
function checkNames({ credentials, connectors = [], chats = [] }: Seed): SeedProblem[] {
  const repeats = (first: string) => `is already used by ${describePlace(first)}`;
  const keyed = <Item>(list: string, items: readonly Item[], keyOf: (item: Item) => string) =>
    items.map((item, index) => ({ key: keyOf(item), pointer: `/${list}/${index}` }));
  return [
    ...findRepeated(
      keyed('credentials', credentials, ({ id }) => id),
      repeats,
      'id',
    ),
    ...findRepeated(
      keyed('credentials', credentials, ({ token = '' }) => token),
      repeats,
      'token',
    ),
    ...findRepeated(
      keyed('connectors', connectors, ({ company, name }) => `${company} ${name}`),
      (first) => `is already used by ${describePlace(first)}, of the same company`,
      'name',
    ),
    ...findRepeated(
      keyed('chats', chats, ({ id }) => id),
      repeats,
      'id',
    ),
  ];
}

/** Reports each place whose key an earlier place already has. */
function findRepeated(
  places: readonly { readonly key: string; readonly pointer: string }[],
  describe: (first: string) => string,
  member: string,
): SeedProblem[] {
  const known = new Map<string, string>();
  return places.flatMap(({ key, pointer }) => {
    const first = known.get(key);
    if (first !== undefined) return [{ pointer: `${pointer}/${member}`, message: describe(first) }];
    known.set(key, pointer);
    return [];
  });
}

function checkReferences(seed: Seed): SeedProblem[] {
  const declared = new Map(
    declarationsOf(seed).map((declaration) => [`${declaration.type} ${declaration.id}`, declaration]),
  );
  return referencesOf(seed).flatMap((reference) => {
    const fault = faultOf(reference, declared.get(`${reference.type} ${reference.id}`));
    return fault === undefined
      ? []
      : [{ pointer: reference.pointer, message: `is ${reference.id}, and ${fault}` }];
  });
}

function faultOf({ type, companyId }: Reference, target: Declaration | undefined): string | undefined {
  if (target === undefined) return `no ${type} has that id`;
  const isForeign =
    companyId !== undefined && target.companyId !== undefined && companyId !== target.companyId;
  return isForeign ? `that ${type} belongs to company ${target.companyId}, not to ${companyId}` : undefined;
}

function checkDefaultModels({ companies, models }: Seed): SeedProblem[] {
  const unusable = new Set(
    models
      .filter(({ type = 'completion', enabled = true }) => type !== 'completion' || !enabled)
      .map(({ id }) => id),
  );
  return companies.flatMap(({ default_model: id }, index) =>
    unusable.has(id)
      ? [
          {
            pointer: `/companies/${index}/default_model`,
            message: `is ${id}, and that model is not an enabled completion model`,
          },
        ]
      : [],
  );
}

function checkLevels({ skills = [] }: Seed): SeedProblem[] {
  return skills.flatMap(({ level = 'personal', library }, index) => {
    const pointer = `/skills/${index}`;
    if (level === 'workspace' && library === undefined) {
      return [{ pointer, message: 'has level workspace, so it needs a `library`' }];
    }
    if (level !== 'workspace' && library !== undefined) {
      return [
        { pointer: `${pointer}/library`, message: `is for level workspace only, and the level is ${level}` },
      ];
    }
    return [];
  });
}

function checkParameters({ models }: Seed): SeedProblem[] {
  return models.flatMap(({ providers = [] }, model) =>
    providers.flatMap((provider, index) => {
      const set = 'parameters' in provider ? (provider.parameters ?? {}) : {};
      return OWN_MEMBERS.filter((name) => Object.hasOwn(set, name)).map((name) => ({
        pointer: `/models/${model}/providers/${index}/parameters/${name}`,
        message: 'is set by the server; remove it',
      }));
    }),
  );
}
