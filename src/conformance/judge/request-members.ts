import type { RequestMember } from '../../../generated/request-members.d.ts';
import { readGenerated } from '../generated.ts';

let members: readonly RequestMember[] | undefined;

/** Every parameter, header and member of a body of the contract's requests. Read once. */
export function requestMembers(): readonly RequestMember[] {
  members ??= readGenerated<RequestMember[]>('request-members.json');
  return members;
}
