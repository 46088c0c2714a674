import type { RequestMember } from '../../../generated/request-members.d.ts';
import { readGenerated } from '../generated.ts';

let members: readonly RequestMember[] | undefined;

/** Every member of every request of the contract. Read once. */
export function requestMembers(): readonly RequestMember[] {
  members ??= readGenerated<RequestMember[]>('request-members.json');
  return members;
}
