import type { RequirementId, ScenarioName } from '../../../generated/ids.d.ts';

/** What a service may lack altogether. */
interface Absence {
  /** Further scenarios that a service without it cannot play. */
  readonly implied: readonly ScenarioName[];
  /** The paths below `/api/v1` that a service without it does not serve. No check sends a request there. */
  readonly paths?: RegExp;
  /** A requirement that a run exercises only if the service does have it. */
  readonly shownBy?: RequirementId;
}

/** By the names of scenarios, and of parts of the service that are no scenarios. */
export const ABSENCES: Readonly<Partial<Record<ScenarioName | 'skills', Absence>>> = {
  skills: { implied: [], paths: /^\/skills(?![^/?])/, shownBy: 'catalog.skills.name' },
  plan: { implied: ['plan_in_auto'], shownBy: 'payloads.plan.title' },
  elicitation: { implied: ['agents_with_elicitation'], shownBy: 'payloads.elicitation.message' },
  auth_required: {
    implied: ['agents_with_auth_required', 'interaction_in_auto'],
    shownBy: 'payloads.auth.resolution',
  },
  tool_approval: {
    implied: ['tool_approval_two_tools', 'agents_with_tool_approval', 'agents_two_actions'],
    shownBy: 'payloads.tool-approval.name',
  },
  agents: {
    implied: [
      'agents_failure',
      'agents_model_without_tools',
      'agents_task_failure',
      'agents_temporary',
      'agents_two_actions',
      'agents_with_auth_required',
      'agents_with_elicitation',
      'agents_with_tool',
      'agents_with_tool_approval',
    ],
    shownBy: 'agents.task.correlates',
  },
};

/** The scenarios that a service cannot play, given those that its profile declares as absent. */
export function withImplied(absent: readonly string[]): ReadonlySet<string> {
  return new Set(absent.flatMap((name) => [name, ...(absenceOf(name)?.implied ?? [])]));
}

/** The part of the service that a path belongs to, if the profile says that the service lacks it. */
export function absentPartAt(path: string, absent: readonly string[] = []): string | undefined {
  return absent.find((name) => absenceOf(name)?.paths?.test(path));
}

/** The absent things that a run has seen after all. @param isExercised whether the run exercised a requirement */
export function refutedAbsences(
  absent: readonly string[],
  isExercised: (requirement: RequirementId) => boolean,
): readonly string[] {
  return absent.filter((name) => {
    const shownBy = absenceOf(name)?.shownBy;
    return shownBy !== undefined && isExercised(shownBy);
  });
}

function absenceOf(name: string): Absence | undefined {
  return Object.hasOwn(ABSENCES, name) ? ABSENCES[name as keyof typeof ABSENCES] : undefined;
}
