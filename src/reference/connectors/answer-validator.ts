import type { JsonSchemaType, jsonSchemaValidator } from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';

/**
 * Checks answers against the schemas of questions, which come from prompts. Each question gets an engine of its own,
 * since an engine keeps every schema that it has seen, and takes two with the same `$id` for one. Patterns are left
 * out: some take longer than the age of the universe to match, and would stop the whole server.
 */
export const answerValidator: jsonSchemaValidator = {
  getValidator: <Answer>(schema: JsonSchemaType) =>
    new AjvJsonSchemaValidator().getValidator<Answer>(withoutPatterns(schema)),
};

function withoutPatterns(schema: JsonSchemaType): JsonSchemaType {
  const isPattern = (key: string, value: unknown) =>
    (key === 'pattern' && typeof value === 'string') || key === 'patternProperties';
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    isPattern(key, value) ? undefined : value,
  );
}
