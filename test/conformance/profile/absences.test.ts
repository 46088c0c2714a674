import { describe, expect, it } from 'vitest';
import { alarmsIn, judgeReference } from '../../../scripts/ledger/judge-reference.ts';
import { noSuchPath } from '../../../src/alterations/decorators/answer-instead.ts';
import { rewriteData } from '../../../src/alterations/decorators/rewrite-answers.ts';
import { refutedAbsences, withImplied } from '../../../src/conformance/profile/absences.ts';
import { readProfile } from '../../../src/conformance/profile/read-profile.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';
import { OPERATIONS } from '../../../src/reference/http/operation.ts';

const SOURCES = { environment: { CONVERSATION_API_TOKEN: 'token' }, readFile: () => '' };

describe('a profile that names what the service does not have', () => {
  it('has no scenario that needs it, even if the rig has one', () => {
    const rig = 'rig: { approve: [{ tool: close_ticket, input: {} }], agents: [4] }';
    const { scenarios } = readProfile(
      `profile: 1\ntarget: http://host\nabsent: [plan, elicitation]\n${rig}`,
      'p.yaml',
      SOURCES,
    );
    const names = Object.keys(scenarios);
    expect(names).toContain('tool_approval');
    expect(names.filter((name) => /plan|elicitation/.test(name))).toEqual([]);
  });

  it('may name scenarios and skills', () => {
    expect(() => readProfile('profile: 1\ntarget: http://host\nabsent: [plann]', 'p.yaml', SOURCES)).toThrow(
      'names plann, which is not a name that a check uses',
    );
  });

  it('skips the checks for this reason, and the report stays complete', async () => {
    const absent = ['plan', 'elicitation', 'auth_required'];
    const without = withImplied(absent);
    const { report, plan } = await judgeReference({
      checks: CHECKS.filter(({ id }) => id.startsWith('interactions.')),
      changeProfile: (profile) => ({
        ...profile,
        absent,
        scenarios: Object.fromEntries(
          Object.entries(profile.scenarios).filter(([name]) => !without.has(name)),
        ),
      }),
    });
    expect(alarmsIn(report, ['failed', 'warned'])).toEqual([]);
    expect(report.incomplete).toEqual([]);
    const reasons = plan.leftOut.map(({ reason }) => reason);
    expect(reasons.some((reason) => reason.includes('the profile says that the service has none'))).toBe(
      true,
    );
  });

  it('sends no request to a part of the service that is absent, and judges everything else', async () => {
    const skills = OPERATIONS.map(({ operationId }) => operationId).filter((id) => /Skill/.test(id));
    const { report, outcomes, exchanges } = await judgeReference({
      checks: CHECKS.filter(({ id }) => /^(catalog|credentials)\./.test(id)),
      decorators: [
        {
          exchange: (sound) =>
            rewriteData('getCatalog', ({ skills: _, ...others }) => others)(noSuchPath(skills)(sound)),
        },
      ],
      changeProfile: ({ resources, ...profile }) => ({
        ...profile,
        absent: ['skills'],
        resources: Object.fromEntries(Object.entries(resources).filter(([name]) => !/skill/.test(name))),
      }),
    });
    expect(alarmsIn(report, ['failed', 'warned'])).toEqual([]);
    expect(report.incomplete).toEqual([]);
    expect(exchanges.filter(({ request }) => request.path.startsWith('/api/v1/skills'))).toEqual([]);
    const reasons = new Set(outcomes.map(({ reason }) => reason));
    expect(reasons).toContain('the profile says that the service has no skills');
    const passed = outcomes.filter(({ status }) => status === 'passed').map(({ check }) => check.id);
    expect(passed).toContain('credentials.attachments.library-send');
  });

  it.each([
    ['plan', 'interactions.plan-approval'],
    ['skills', 'catalog.get'],
  ])('makes a run incomplete that sees %s anyway', async (name, check) => {
    const { report } = await judgeReference({
      checks: CHECKS.filter(({ id }) => id === check),
      changeProfile: (profile) => ({ ...profile, absent: [name] }),
    });
    expect(report.incomplete).toEqual([
      `the profile says that the service has no ${name}, and the run saw one; remove it from absent`,
    ]);
  });
});

it('an absence that no requirement shows is never refuted', () => {
  expect(refutedAbsences(['failover'], () => true)).toEqual([]);
});
