import { fileOfCheck } from '../check-files.ts';
import { COMMAND } from '../commands.ts';
import type { Shard } from '../files/shard.ts';
import type { Profile } from '../profile/profile.ts';
import type { Rows } from '../registry/registry.ts';
import type { SuiteResult } from '../verdict/outcome.ts';
import { countPlaces, explainPlaces, placesOf, type Verifiers } from '../verdict/places.ts';
import { reportAnswers } from './answers.ts';
import { identifyRequest, reportExchange } from './evidence.ts';
import type { ExchangeReport } from './exchange-report.ts';
import { MOST_SHOWN, showsAll } from './exchange-text.ts';
import { listGrounds, listGroundsOnWire } from './grounds.ts';
import type { CheckReport, LiveReport, ReportedFinding, RequirementReport, TargetReport } from './model.ts';
import { sumPlaces } from './sum-places.ts';
import { reportTarget } from './target.ts';

export interface LiveFacts {
  readonly profile: Pick<Profile, 'absent' | 'baseUrl' | 'resources' | 'timers'>;
  readonly registry: Rows;
  /** Checks that the run left out, with the reason. */
  readonly leftOut: readonly { readonly check: { readonly id: string }; readonly reason: string }[];
  /**
   * All checks of the suite: the situation of each is a place of its requirements. Absent for a run whose situations do not count as
   * places.
   */
  readonly verifiers?: Verifiers;
  /** Flags that a command needs to repeat the run, such as `--profile profile.yaml`. */
  readonly flags?: readonly string[] | undefined;
  /** Flags that reproduce the findings. By default, those that run the finding's check. */
  readonly again?: readonly string[] | undefined;
  readonly shard?: Shard | undefined;
  /** The run's time budget in milliseconds, if the report should show how much of it was used. */
  readonly budget?: number | undefined;
}

/** The most findings per requirement whose exchange is shown. Exchanges of one requirement look alike. */
const SHOWN = 5;
const LONGEST_SERVER = 200;

/** Builds the report of a live run from its redacted result. */
export function reportLive(result: SuiteResult, facts: LiveFacts): LiveReport {
  const { profile, registry, leftOut, shard, budget } = facts;
  const target = withPlaces(reportTarget(profile.baseUrl, result.judgement, registry), result, facts);
  const originOf = traceFindings(result, facts);
  const answersOf = reportAnswers(result);
  return {
    ...target,
    requirements: target.requirements.map((row) => ({
      ...row,
      findings: row.findings.map((finding, index) => {
        const { others: _, ...shown } = finding;
        return { ...shown, ...originOf(finding), ...(index < SHOWN && answersOf(finding)) };
      }),
    })),
    started: result.started.toISOString(),
    duration: result.duration,
    ...(budget !== undefined && { budget }),
    ...(result.remarks.length > 0 && { remarks: result.remarks }),
    ...(result.server !== undefined && { server: result.server.slice(0, LONGEST_SERVER) }),
    timeScale: profile.timers.timeScale,
    ...(profile.absent && profile.absent.length > 0 && { absent: profile.absent }),
    checks: listChecks(result, leftOut),
    evidence: gatherEvidence(target.requirements, result, profile.baseUrl),
    leftovers: result.outcomes.flatMap(({ left }) => left),
    ...(shard && { shard }),
  };
}

/**
 * Returns a function that adds to a finding which check made its exchange, how to run it again, and which parts of the profile it relies
 * on.
 */
function traceFindings(
  { exchanges, outcomes, started }: SuiteResult,
  { profile, flags = [], again, verifiers }: LiveFacts,
) {
  const sent = new Map(exchanges.map((exchange) => [exchange.number, exchange]));
  const ran = new Map(outcomes.map(({ check }) => [check.id, check]));
  return ({ exchange, requirement }: ReportedFinding) => {
    const origin = exchange === undefined ? undefined : sent.get(exchange);
    if (origin === undefined) return {};
    const { check: id } = origin;
    // Journeys and sequences are no checks of the suite.
    const checkFile = verifiers && fileOfCheck(id);
    const check = ran.get(id);
    const grounds = check?.requirements.includes(requirement)
      ? listGrounds(check, profile)
      : listGroundsOnWire(requirement, profile);
    return {
      check: id,
      ...(checkFile !== undefined && { checkFile }),
      ...identifyRequest(origin, started),
      again: COMMAND.checkTarget(profile.baseUrl, [...flags, ...(again ?? ['--only', id])]),
      ...(grounds.length > 0 && { grounds }),
    };
  };
}

function listChecks({ outcomes }: SuiteResult, leftOut: LiveFacts['leftOut']): CheckReport[] {
  return [
    ...outcomes.map(({ check, status, duration, reason }) => ({
      id: check.id,
      status,
      ...(duration !== undefined && { duration, requirements: check.requirements }),
      ...(reason !== undefined && { reason }),
    })),
    ...leftOut.map(({ check, reason }) => ({ id: check.id, status: 'left-out' as const, reason })),
  ].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Adds the number of places that the run checked to each requirement that counts for the service. */
function withPlaces(
  target: TargetReport,
  result: SuiteResult,
  { verifiers, leftOut }: LiveFacts,
): TargetReport {
  if (!verifiers) return target;
  const { rows } = result.judgement;
  const why = explainPlaces(listChecks(result, leftOut), rows.values());
  const requirements = target.requirements.map((row) =>
    WITHOUT_PLACES.has(row.status)
      ? row
      : { ...row, places: countPlaces(placesOf(row.id, verifiers), rows.get(row.id), why) },
  );
  return { ...target, requirements, summary: { ...target.summary, places: sumPlaces(requirements) } };
}

/** Statuses of requirements that do not count for the service. */
const WITHOUT_PLACES: ReadonlySet<RequirementReport['status']> = new Set(['open', 'client', 'unverifiable']);

/** The exchanges that findings name, and the others on which the first finding of each requirement rests. A run of few checks shows all of its exchanges, since the user wants to see what the checks did. */
function gatherEvidence(
  rows: readonly RequirementReport[],
  { exchanges, outcomes }: SuiteResult,
  baseUrl: string,
): ExchangeReport[] {
  const whole = showsAll(outcomes) ? exchanges.slice(0, MOST_SHOWN) : [];
  const named = new Map<number, number[]>(whole.map(({ number }) => [number, []]));
  for (const { findings } of rows) {
    for (const { exchange, event } of findings.slice(0, SHOWN)) {
      if (exchange === undefined) continue;
      const events = named.get(exchange) ?? [];
      named.set(exchange, events);
      if (event !== undefined) events.push(event);
    }
    for (const other of findings[0]?.others ?? []) named.set(other, named.get(other) ?? []);
  }
  return exchanges.flatMap((exchange) => {
    const events = named.get(exchange.number);
    return events ? [reportExchange(exchange, baseUrl, events)] : [];
  });
}
