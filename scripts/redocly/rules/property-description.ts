import { isObject } from '../../generate/spec.ts';
import { isReference, type Rule } from '../rule.ts';

/** A condition only tests members. Their descriptions are in the schema that declares them. */
const condition = /\/(if|then|else|not)(\/|$)/;

/** Every member has a description, or refers to a type that has one. */
export const propertyDescription: Rule = () => ({
  Schema({ properties }, { report, location }) {
    if (!isObject(properties) || condition.test(location.pointer)) return;
    for (const [name, property] of Object.entries(properties)) {
      if (isReference(property) || (isObject(property) && property.description)) continue;
      report({
        message: `\`${name}\` has no description: say meaning, unit, who sets it, and null versus absent.`,
        location: location.child(['properties', name]).key(),
      });
    }
  },
});
