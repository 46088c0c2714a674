import type { Rule } from '../rule.ts';

const reasons: Readonly<Record<string, string>> = {
  nullable: 'JSON Schema does not know it: write `type: [X, "null"]`',
  $id: 'generated/schemas adds it; a tool that bundles would try to fetch it',
  $defs: 'generators write wrong code for it: give the type a separate file in spec/schemas',
  definitions: 'give the type a separate file in spec/schemas',
  prefixItems: 'AsyncAPI refuses it: give all items the same schema',
  unevaluatedProperties: 'AsyncAPI refuses it, and it would close the object',
  unevaluatedItems: 'AsyncAPI refuses it, and it would close the array',
  discriminator:
    'it makes generators overwrite constants: branches of a `oneOf` have a required `const` instead',
};

/** Rejects keywords that some of the tools do not support. */
export const schemaKeywords: Rule = () => ({
  Schema(schema, { report, location }) {
    for (const [keyword, reason] of Object.entries(reasons)) {
      if (!Object.hasOwn(schema, keyword)) continue;
      report({
        message: `\`${keyword}\` is not used here: ${reason}.`,
        location: location.child([keyword]).key(),
      });
    }
  },
});
