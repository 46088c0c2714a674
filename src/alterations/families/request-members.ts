import type { RequestMember as ListedMember } from '../../../generated/request-members.d.ts';
import members from '../../../generated/request-members.json' with { type: 'json' };

/** The part of a schema that describes the allowed values. */
export type MemberSchema = Pick<ListedMember, 'type' | 'enum' | 'maxLength' | 'minItems'>;

/** A member of a request body. */
export interface RequestMember extends Pick<ListedMember, 'operation' | 'path'> {
  readonly schema: MemberSchema;
  readonly isRequired: boolean;
}

/** Every member of every request body in the contract, including nested ones. */
export function requestMembers(): readonly RequestMember[] {
  return (members as readonly ListedMember[])
    .filter(({ in: part, path }) => part === 'body' && path.at(-1) !== '[]')
    .map(({ operation, path, required, ...schema }) => ({ operation, path, schema, isRequired: required }));
}
