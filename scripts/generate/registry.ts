import { toOpenPoints } from './open-points.ts';
import { readSections, sectionsPath } from './sections.ts';
import { isObject, type JsonObject, nameOf, type Problem, type Spec, SpecError } from './spec.ts';

export const levels = ['must', 'should', 'client', 'open'] as const;
export type Level = (typeof levels)[number];

/** A row of the registry: one requirement. */
export interface Row {
  readonly id: string;
  readonly level: Level;
  readonly text: string;
  readonly section: string;
  readonly statements: readonly string[];
  readonly restates?: readonly string[];
  readonly schema?: readonly string[];
  readonly needs?: readonly string[];
  readonly openPoints?: readonly string[];
  /** The causes of a refusal for which the statements of the row decide the answer. */
  readonly causes?: readonly string[];
  /** The facts about requests that the row decides, each with the operations or members of which it decides them. */
  readonly decides?: Readonly<Record<string, readonly string[]>>;
  readonly unverifiable?: string;
}

export interface Statement {
  readonly id: string;
  readonly strength: 'strict' | 'weak' | 'client-side' | 'none';
  readonly direction?: 'server' | 'client' | 'both';
  readonly sameAs?: string;
  readonly needs?: readonly string[];
}

const folder = 'requirements';
const statementsPath = `${folder}/statements.yaml`;
const openPointsPath = `${folder}/open-points.yaml`;
const causesPath = 'causes.yaml';

const lists = ['statements', 'restates', 'schema', 'needs', 'openPoints', 'causes'] as const;
const members: readonly string[] = ['id', 'level', 'text', 'section', ...lists, 'decides', 'unverifiable'];

/** The files of rows, one per area, in alphabetical order. */
function areaPaths(spec: Spec): string[] {
  const others = [statementsPath, openPointsPath, sectionsPath];
  return spec.list(folder).filter((path) => !others.includes(path));
}

/**
 * The rows of the registry: areas in alphabetical order, rows in the order of their file.
 * @throws SpecError for each row with a missing, unknown or mistyped member.
 */
export function readRows(spec: Spec): { readonly row: Row; readonly file: string }[] {
  const problems: Problem[] = [];
  const rows = areaPaths(spec).flatMap((file) =>
    spec.array(file).map((entry, index) => {
      const row = isObject(entry) ? entry : {};
      const message = misshapen(row);
      if (message) problems.push({ file, pointer: `/${index}`, message });
      return { row: { statements: [], ...row } as unknown as Row, file };
    }),
  );
  if (problems.length > 0) throw new SpecError(...problems);
  return rows;
}

function misshapen(row: JsonObject): string | undefined {
  const where = typeof row.id === 'string' ? `${row.id}: ` : '';
  for (const name of ['id', 'text', 'section']) {
    if (typeof row[name] !== 'string')
      return `${where}\`${name}\` must be a text, not ${JSON.stringify(row[name])}`;
  }
  if (!levels.some((level) => level === row.level)) {
    return `${where}\`level\` must be one of ${levels.join(', ')}, not ${JSON.stringify(row.level)}`;
  }
  const { decides = {} } = row;
  if (!isObject(decides)) return `${where}\`decides\` must be a mapping from facts to places`;
  for (const [name, list = []] of [
    ...lists.map((each) => [each, row[each]] as const),
    ...Object.entries(decides),
  ]) {
    if (!Array.isArray(list) || list.some((item) => typeof item !== 'string')) {
      return `${where}\`${name}\` must be a list of texts`;
    }
  }
  const unknown = Object.keys(row).find((name) => !members.includes(name));
  return unknown === undefined ? undefined : `${where}\`${unknown}\` is not a member of a row`;
}

/** @throws SpecError for a statement without id or with an unknown strength. */
export function readStatements(spec: Spec): Statement[] {
  return spec.array(statementsPath).map((entry, index) => {
    const { id, strength } = isObject(entry) ? entry : {};
    if (typeof id !== 'string' || !['strict', 'weak', 'client-side', 'none'].includes(String(strength))) {
      throw new SpecError({
        file: statementsPath,
        pointer: `/${index}`,
        message: `expected an id and a strength, not ${JSON.stringify(id)} and ${JSON.stringify(strength)}`,
      });
    }
    return entry as Statement;
  });
}

export function readRegistryOpenPoints(spec: Spec) {
  return toOpenPoints(spec.value(openPointsPath));
}

/** The causes of refusals by id, each with its sentence. */
export function readCauses(spec: Spec): JsonObject {
  return spec.has(causesPath) ? spec.object(causesPath) : {};
}

/**
 * The levels that a row with this statement may have. A duty of the client that the service visibly enforces may be a row
 * about either side.
 */
function levelsOf({ strength, direction }: Statement): readonly Level[] {
  if (strength === 'none') return ['open'];
  if (strength === 'client-side') return ['client'];
  if (strength === 'weak') return ['should'];
  return direction === 'client' ? ['must', 'client'] : ['must'];
}

/** Every fault in the registry as a whole. */
export function checkRegistry(spec: Spec): Problem[] {
  const rows = readRows(spec);
  const statements = new Map(readStatements(spec).map((statement) => [statement.id, statement]));
  const openPoints = new Set(readRegistryOpenPoints(spec).map(({ id }) => id));
  const sections = readSections(spec);
  const causes = readCauses(spec);
  const known = new Set<string>();
  const problems: Problem[] = [];
  for (const { row, file } of rows) {
    const fail = (message: string) => problems.push({ file, message: `${row.id}: ${message}` });
    if (known.has(row.id)) fail('there is another row with this id');
    known.add(row.id);
    if (!isRowId(row.id, nameOf(file)))
      fail(`expected an id such as ${nameOf(file)}.topic.rule in kebab-case`);
    for (const id of [...row.statements, ...(row.restates ?? [])]) {
      if (!statements.has(id)) fail(`there is no statement ${id}`);
    }
    if (!Object.hasOwn(sections, row.section))
      fail(`section ${row.section} has no title in spec/${sectionsPath}`);
    for (const id of row.openPoints ?? []) {
      if (!openPoints.has(id)) fail(`there is no open point ${id}`);
    }
    for (const id of row.causes ?? []) {
      if (!Object.hasOwn(causes, id)) fail(`there is no cause ${id} in spec/${causesPath}`);
    }
    const message = wrongLevel(row, statements);
    if (message) fail(message);
  }
  const mapped = new Set(rows.flatMap(({ row }) => [...row.statements, ...(row.restates ?? [])]));
  for (const { id, sameAs } of statements.values()) {
    if (sameAs !== undefined && !statements.has(sameAs)) {
      problems.push({ file: statementsPath, message: `${id}: restates ${sameAs}, which does not exist` });
    } else if (!mapped.has(id) && !(sameAs !== undefined && mapped.has(sameAs))) {
      problems.push({ file: statementsPath, message: `${id}: no row of the registry covers it` });
    }
  }
  return problems;
}

function isRowId(id: string, area: string): boolean {
  return id.startsWith(`${area}.`) && /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*){2}$/.test(id);
}

function wrongLevel(row: Row, statements: ReadonlyMap<string, Statement>): string | undefined {
  const given = row.statements.flatMap((id) => statements.get(id) ?? []);
  if (row.statements.length === 0) {
    if (!row.openPoints?.length) return 'has neither a statement nor an open point';
    return ['should', 'open'].includes(row.level)
      ? undefined
      : `is ${row.level} without a statement; should or open`;
  }
  if (given.every((statement) => levelsOf(statement).includes(row.level))) return undefined;
  const reasons = given.map((statement) => `${statement.id} ${levelsOf(statement).join(' or ')}`).join(', ');
  return `is ${row.level}, but its statements say otherwise: ${reasons}`;
}

/** Adds to each row the statements that repeat one of its statements, unless a row lists them explicitly. */
export function withRestatements(rows: readonly Row[], statements: readonly Statement[]): Row[] {
  const listed = new Set(rows.flatMap((row) => [...row.statements, ...(row.restates ?? [])]));
  return rows.map((row) => {
    const attached = statements
      .filter(({ id, sameAs }) => sameAs !== undefined && row.statements.includes(sameAs) && !listed.has(id))
      .map(({ id }) => id);
    const restates = [...(row.restates ?? []), ...attached];
    return restates.length > 0 ? { ...row, restates } : row;
  });
}
