import type { Failure } from '../registry/failures.ts';
import type { Found } from '../registry/lookup.ts';
import type { OpenPoint, Registry, Requirement, Statement } from '../registry/registry.ts';
import { type Paint, unpainted } from './paint.ts';
import { titleOfSection } from './section-title.ts';

type Line = string;

/** Describes a requirement, a statement, an open point or a list of requirements as text. */
export function renderExplanation(
  found: Exclude<Found, { kind: 'none' }>,
  registry: Registry,
  paint: Paint = unpainted,
): string {
  const lines = (() => {
    switch (found.kind) {
      case 'requirement':
        return explainRequirement(found.requirement, registry, paint);
      case 'requirements':
        return listRequirements(found.requirements, paint);
      case 'statement':
        return explainStatement(found.statement, registry, paint);
      case 'open-point':
        return explainOpenPoint(found.openPoint, registry, paint);
      case 'failures':
        return found.failures.flatMap((failure, index) => [
          ...(index > 0 ? [''] : []),
          ...explainFailure(failure, paint),
        ]);
    }
  })();
  return `${lines.join('\n')}\n`;
}

/** Renders one line per statement. */
export function listStatements(
  statements: readonly Pick<Statement, 'id' | 'text'>[],
  paint: Paint = unpainted,
): Line[] {
  const width = Math.max(...statements.map(({ id }) => id.length));
  return statements.map(({ id, text }) => `${paint('bold', id.padEnd(width))}  ${text}`);
}

/** Renders one line per open point. */
export function listOpenPoints(points: readonly OpenPoint[], paint: Paint = unpainted): Line[] {
  const width = Math.max(...points.map(({ id }) => id.length));
  return points.map(({ id, title, question }) => `${paint('bold', id.padEnd(width))}  ${title}: ${question}`);
}

/** Renders one line per requirement. */
export function listRequirements(requirements: readonly Requirement[], paint: Paint = unpainted): Line[] {
  const width = Math.max(...requirements.map(({ id }) => id.length));
  return requirements.map(
    ({ id, level, text }) => `${paint('bold', id.padEnd(width))}  ${paint('dim', level.padEnd(6))}  ${text}`,
  );
}

const LEVELS: Readonly<Record<Requirement['level'], string>> = {
  must: 'a violation makes the verdict nonconformant',
  should: 'a violation is a warning',
  client: 'the duty of clients; check-client judges clients by it, and no service',
  open: 'nothing is asserted',
};

function explainRequirement(requirement: Requirement, registry: Registry, paint: Paint): Line[] {
  const { id, level, text, section, statements, restates = [], schema = [], needs = [] } = requirement;
  const { openPoints = [], unverifiable } = requirement;
  return [
    paint('bold', id),
    `  ${text}`,
    '',
    `  level    ${level}: ${LEVELS[level]}`,
    `  section  ${titleOfSection(section, registry.sections)}`,
    ...(unverifiable === undefined ? [] : [`  no check: ${unverifiable}`]),
    ...block(
      'Statements',
      statements.map((key) => summarise(registry.statements[key], key)),
      paint,
    ),
    ...block(
      'Said again in',
      restates.map((key) => summarise(registry.statements[key], key)),
      paint,
    ),
    ...block('Schema', schema, paint),
    ...block('A run needs', needs, paint),
    ...openPoints.flatMap((key) => {
      const point = registry.openPoints[key];
      return point ? ['', ...describeOpenPoint(point, paint)] : [];
    }),
  ];
}

function explainFailure(failure: Failure, paint: Paint): Line[] {
  const { id, channel, status, message_code: code, data_code: inner, operations, openPoints = [] } = failure;
  const codes = [
    ...(code === undefined ? [] : [code]),
    ...(inner === undefined ? [] : [`data.code ${inner}`]),
  ];
  return [
    `${paint('bold', codes.join(', '))}  ${paint('dim', id)}`,
    `  ${failure.condition}`,
    '',
    `  where        ${channel === 'http' ? `HTTP ${status}` : 'message.error inside a stream'}`,
    ...(operations ? [`  operations   ${operations.join(', ')}`] : []),
    `  what to do   ${failure.retry}`,
    `  send again   ${failure.sendAgain}`,
    `  requirement  ${failure.requirement}`,
    ...(openPoints.length > 0 ? [`  open points  ${openPoints.join(', ')}`] : []),
  ];
}

function explainStatement(statement: Statement, registry: Registry, paint: Paint): Line[] {
  const { id, text, section, observable } = statement;
  const rows = registry.requirements.filter(
    ({ statements, restates = [] }) => statements.includes(id) || restates.includes(id),
  );
  return [
    paint('bold', id),
    `  ${text}`,
    '',
    `  section     ${titleOfSection(section, registry.sections)}`,
    `  observable  ${observable}`,
    ...block('Requirements', rows.length > 0 ? listRequirements(rows) : ['none'], paint),
  ];
}

function explainOpenPoint(point: OpenPoint, registry: Registry, paint: Paint): Line[] {
  const rows = registry.requirements.filter(({ openPoints = [] }) => openPoints.includes(point.id));
  return [
    ...describeOpenPoint(point, paint),
    `  Contract: ${point.contract}`,
    ...block('Requirements', rows.length > 0 ? listRequirements(rows) : ['none'], paint),
  ];
}

function describeOpenPoint({ id, title, question, readings, suite }: OpenPoint, paint: Paint): Line[] {
  return [
    paint('bold', `${id} ${title}`),
    `  ${question}`,
    ...(readings.length > 0 ? ['  Readings:'] : []),
    ...readings.map(({ key, text }) => `    ${key}: ${text}`),
    `  Suite: ${suite}`,
  ];
}

function summarise(statement: Statement | undefined, id: string): Line {
  return statement ? `${id}  ${statement.text}` : id;
}

function block(title: string, lines: readonly Line[], paint: Paint): Line[] {
  return lines.length === 0 ? [] : ['', `  ${paint('bold', title)}`, ...lines.map((line) => `    ${line}`)];
}
