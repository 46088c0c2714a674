import { COMMAND } from '../commands.ts';
import { describeOutdated, listedViolations } from '../verdict/known-failures.ts';
import type { KnownFailure } from '../verdict/known-failures-report.ts';
import { describeAnswer } from './answers.ts';
import { areaOf } from './area.ts';
import { describeCounts, describeOutcome, describePlace, describeVerdict } from './describe.ts';
import { describeFound, type FoundSequence } from './exploration.ts';
import { listFigures } from './figures.ts';
import {
  knownFailuresOf,
  type Report,
  type ReportedFinding,
  type RequirementReport,
  type TargetReport,
  targetsOf,
} from './model.ts';
import { timesOfRequirements } from './requirement-times.ts';
import { describeRowRounds } from './rounds.ts';
import { escapeXml } from './sanitize.ts';

/**
 * Renders the report as JUnit XML, with a suite for each input and a case for each requirement.
 *
 * A warning is a passed case with output. A known violation is skipped, so that it does not fail the build. An input that was not judged,
 * or not completely, gets an additional case with an error, so that JUnit tools do not count it as passed.
 */
export function renderJunit(report: Report): string {
  const targets = targetsOf(report);
  const suites = targets.map((target) => renderSuite(target, report, prefixOf(target, targets.length)));
  const totals = {
    tests: sum(suites.map(({ tests }) => tests)),
    failures: sum(suites.map(({ failures }) => failures)),
    errors: sum(suites.map(({ errors }) => errors)),
    skipped: sum(suites.map(({ skipped }) => skipped)),
  };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: describeVerdict(report), ...totals })}>`,
    ...suites.map(({ xml }) => xml),
    '</testsuites>\n',
  ].join('\n');
}

/** CI systems tell cases apart by class and name alone, and take the first of two that are equal. */
function prefixOf({ target }: TargetReport, inputs: number): string {
  return inputs > 1 ? `${target}: ` : '';
}

interface Suite {
  readonly xml: string;
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
}

/** @param prefix of the class of each case */
function renderSuite(target: TargetReport, report: Report, prefix: string): Suite {
  const { tool, contract } = report;
  const { verdict, requirements, summary, server, checks = [], exploration } = target;
  const isUnfinished = verdict === 'incomplete' || verdict === 'nothing-ran';
  const list = knownFailuresOf(report);
  const known = list ? listedViolations(list) : new Map<string, KnownFailure>();
  const outdated = list ? describeOutdated(list) : [];
  const failed = requirements.filter(({ id, status }) => status === 'failed' && !known.has(id)).length;
  const ran = requirements.filter(({ status }) => status === 'passed' || status === 'warned').length;
  const counts = {
    tests: requirements.length + outdated.length + (isUnfinished ? 1 : 0),
    failures: failed + outdated.length,
    errors: isUnfinished ? 1 : 0,
    skipped: requirements.length - ran - failed,
  };
  const times = timesOf(target);
  const seconds = timesOfRequirements(checks);
  const properties = [
    { name: tool.name, value: tool.version },
    { name: 'contract', value: contract },
    { name: 'verdict', value: verdict },
    { name: 'counts', value: describeCounts(summary) },
    ...(server === undefined ? [] : [{ name: 'server', value: server }]),
    ...listFigures(target.figures).map(([name, value]) => ({ name: `figures of ${name}`, value })),
  ];
  const isFile = report.mode === 'recording' && target.target !== '-';
  const place = { prefix, ...(isFile && { file: target.target }) };
  const lines = [
    `  <testsuite${attributes({ name: target.target, ...counts, ...times })}>`,
    '    <properties>',
    ...properties.map((property) => `      <property${attributes(property)}/>`),
    '    </properties>',
    ...(isUnfinished ? [renderUnfinished(target, place)] : []),
    ...outdated.map((message) => renderOutdated(message, place)),
    ...requirements.map((row) => {
      const found = exploration?.found.find((sequence) => sequence.requirements.includes(row.id));
      return renderCase(row, place, { milliseconds: seconds.get(row.id), known: known.get(row.id), found });
    }),
    '  </testsuite>',
  ];
  return { xml: lines.join('\n'), ...counts };
}

/** The attributes with a run's times. JUnit uses seconds. */
function timesOf({ started, duration }: TargetReport): Record<string, string | number> {
  return {
    ...(started !== undefined && { timestamp: started }),
    ...(duration !== undefined && { time: duration / 1000 }),
  };
}

/** Where a case belongs. */
interface CasePlace {
  readonly prefix: string;
  readonly file?: string;
}

function renderUnfinished({ verdict, incomplete, summary }: TargetReport, place: CasePlace): string {
  const message = incomplete.length > 0 ? incomplete.join('; ') : describeOutcome({ verdict, summary });
  return `    <testcase${caseOf('verdict', verdict, place)}><error${attributes({ message, type: verdict })}/></testcase>`;
}

/** An entry of the list of known failures that no longer counts. */
function renderOutdated(message: string, place: CasePlace): string {
  return `    <testcase${caseOf('known failures', message, place)}><failure${attributes({ message })}/></testcase>`;
}

/** What else a report says about a requirement. */
interface CaseFacts {
  readonly milliseconds: number | undefined;
  readonly known: KnownFailure | undefined;
  /** The shortest sequence that shows its violation. */
  readonly found: FoundSequence | undefined;
}

function renderCase(
  row: RequirementReport,
  place: CasePlace,
  { milliseconds, known, found }: CaseFacts,
): string {
  const time = milliseconds === undefined ? {} : { time: (milliseconds / 1000).toFixed(3) };
  const head = `    <testcase${caseOf(areaOf(row.id), row.id, place)}${attributes(time)}`;
  const body = renderOutcome(row, known, found);
  return body === '' ? `${head}/>` : `${head}>${body}</testcase>`;
}

function caseOf(classname: string, name: string, { prefix, file }: CasePlace): string {
  return attributes({ classname: prefix + classname, name, ...(file !== undefined && { file }) });
}

function renderOutcome(row: RequirementReport, known?: KnownFailure, found?: FoundSequence): string {
  const findings = describeFindings(row, found);
  switch (row.status) {
    case 'passed':
      return '';
    case 'failed':
      if (known) {
        const message = `known failure until ${known.expires}: ${known.reason}`;
        return `<skipped${attributes({ message })}/><system-out>${findings}</system-out>`;
      }
      return `<failure${attributes({ message: row.text, type: row.level })}>${findings}</failure>`;
    case 'warned':
      return `<system-out>warning: ${escapeXml(row.text)}&#10;${findings}</system-out>`;
    case 'not-judged':
      return `<skipped${attributes({ message: `not judged: ${row.reason ?? 'no reason was noted'}` })}/>`;
    case 'not-exercised':
      return `<skipped message="not exercised: the input does not carry what this is about"/>`;
    case 'open':
      return `<skipped message="open: the service leaves this open"/>`;
    case 'client':
      return `<skipped message="client: this is the duty of clients"/>`;
    case 'unverifiable':
      return `<skipped message="unverifiable: this cannot be observed from outside"/>`;
  }
}

function describeFindings(row: RequirementReport, found?: FoundSequence): string {
  const { id, findings, violations } = row;
  const blocks = findings.map(
    (finding) =>
      `${describePlace(finding)}\nexpected: ${finding.expected}\nactual: ${finding.actual}\n${describeAnswers(finding)}${finding.hint === undefined ? '' : `hint: ${finding.hint}\n`}${describeAgain(finding)}`,
  );
  const rest = violations - findings.length;
  if (rest > 0) blocks.push(`and ${rest} more\n`);
  const rounds = describeRowRounds(row);
  if (rounds !== undefined) blocks.push(`${rounds}\n`);
  if (found) {
    const steps = found.words.map((step, at) => `${at + 1}. ${step}\n`);
    blocks.push(`Shortest sequence: ${describeFound(found)}\n${steps.join('')}`);
  }
  return escapeXml(`${blocks.join('')}${COMMAND.explain(id)}`);
}

function describeAnswers({ answers = [] }: ReportedFinding): string {
  return answers.map((answer) => `answer: ${describeAnswer(answer)}\n`).join('');
}

function describeAgain({ again, grounds, checkFile }: ReportedFinding): string {
  const lines = [
    ...(grounds ? [`relies on: ${grounds.join('; ')}`] : []),
    ...(checkFile === undefined ? [] : [`check in: ${checkFile}`]),
    ...(again === undefined ? [] : [`run again: ${again}`]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('');
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
