/**
 * Describes an exception that no answer of a target should have caused: a defect of the suite. It ends only the check or rule that threw it,
 * and what that one left unjudged is incomplete.
 *
 * @param where the check or rule that threw
 */
export function describeSuiteDefect(where: string, error: unknown): string {
  const cause = error instanceof Error ? `${error.name}: ${error.message}` : `thrown: ${String(error)}`;
  return `${where} met a defect of the suite, not of the target (${cause.slice(0, 300)}); please report this line, with the output of --version, to the maintainers of conversation-api`;
}
