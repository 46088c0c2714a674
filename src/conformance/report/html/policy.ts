import { createHash } from 'node:crypto';

/** A policy that forbids loading or running anything. The hash allows the page's own style sheet. */
export function policyFor(style: string): string {
  const hash = createHash('sha256').update(style).digest('base64');
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
}
