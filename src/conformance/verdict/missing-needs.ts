const PREFIX = 'the profile has no ';
const AND = '; and it ';

/** Writes the reason why a check was left out: the needs that the profile does not meet. `readMissingNeeds` parses it. */
export function describeMissingNeeds(needs: readonly string[]): string {
  return `${PREFIX}${needs.join(', ')}`;
}

/** The needs that a reason names, such as `scenario:plan`, each with its remark. Empty for any other reason. */
export function readMissingNeeds(reason: string): readonly string[] {
  const [needs = ''] = reason.split(AND);
  return needs.startsWith(PREFIX) ? needs.slice(PREFIX.length).split(', ') : [];
}

/** Joins the needs that a check lacks with another reason why it was left out. */
export function joinReasons(needs: string | undefined, other: string | undefined): string | undefined {
  return needs !== undefined && other !== undefined ? `${needs}${AND}${other}` : (needs ?? other);
}
