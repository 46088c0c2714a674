import type { Rule } from '../rule.ts';

const reasons: Readonly<Record<string, string>> = {
  nullable: 'JSON Schema does not know it: write `type: [X, "null"]`',
  $id: 'generated/schemas adds it; a tool that bundles would try to fetch it',
  $defs: 'code is generated wrongly from it: give the type a file of its own in spec/schemas',
  definitions: 'give the type a file of its own in spec/schemas',
  prefixItems: 'it is refused in AsyncAPI: describe the items alike',
  unevaluatedProperties: 'it is refused in AsyncAPI, and would close the object',
  unevaluatedItems: 'it is refused in AsyncAPI, and would close the array',
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
