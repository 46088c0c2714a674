import type { Rule } from '../rule.ts';

const reasons: Readonly<Record<string, string>> = {
  nullable: 'JSON Schema does not know it: write `type: [X, "null"]`',
  $id: 'generated/schemas adds it; a tool that bundles would try to fetch it',
  $defs: 'generators write wrong code for it: give the type a separate file in spec/schemas',
  definitions: 'give the type a separate file in spec/schemas',
  prefixItems: 'AsyncAPI refuses it: give all items the same schema',
  unevaluatedProperties: 'AsyncAPI refuses it, and it would close the object',
  unevaluatedItems: 'AsyncAPI refuses it, and it would close the array',
};

/** Keywords that only the build writes, for code generators. A source uses a required `const` in each branch of a `oneOf` instead. */
const builtReasons: Readonly<Record<string, string>> = {
  discriminator: 'the build adds it: give each branch of the `oneOf` a required `const`',
};

/** Rejects keywords that some of the tools do not support. */
export const schemaKeywords: Rule = () => ({
  Schema(schema, { report, location }) {
    const isBuilt = location.source.absoluteRef.includes('/generated/');
    for (const [keyword, reason] of Object.entries(isBuilt ? reasons : { ...reasons, ...builtReasons })) {
      if (!Object.hasOwn(schema, keyword)) continue;
      report({
        message: `\`${keyword}\` is not used here: ${reason}.`,
        location: location.child([keyword]).key(),
      });
    }
  },
});
