import { type Variant, variant } from '../alteration.ts';
import { copyJson } from '../decorators/copy-json.ts';
import { withNullMembers } from '../decorators/null-members.ts';
import { rewriteWhole } from '../decorators/rewrite-whole.ts';

/** Null in place of what is absent. It comes after all that adds and removes members. */
export const nullVariants: readonly Variant[] = [
  variant(
    'A-141=null',
    'A member that has no value is null instead of absent.',
    rewriteWhole((value, type) => (type === undefined ? value : withNullMembers(type, copyJson(value)))),
  ),
];
