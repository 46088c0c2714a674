import type { Rule } from '../rule.ts';

/** No object is closed: the service may add members, and a reader ignores unknown ones. */
export const schemaOpen: Rule = () => ({
  Schema({ additionalProperties, maxProperties, propertyNames }, { report, location }) {
    const closing = {
      additionalProperties: additionalProperties === false,
      maxProperties: maxProperties !== undefined,
      propertyNames: propertyNames !== undefined,
    };
    for (const [keyword, isClosing] of Object.entries(closing)) {
      if (!isClosing) continue;
      report({
        message: `\`${keyword}\` closes the object; objects of this contract stay open.`,
        location: location.child([keyword]).key(),
      });
    }
  },
});
