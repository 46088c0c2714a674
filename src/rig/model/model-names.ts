/** The model that performs scripts. Any other unknown name behaves the same. */
const SCRIPTED_MODEL = 'scripted';
/**
 * The model that ignores scripts. Services use it for requests besides turns: a title request contains the user's message,
 * and another model would perform the script in it.
 */
export const PLAIN_MODEL = 'plain';

/** The list of models in OpenAI's format. */
export function listModels(): object {
  return { object: 'list', data: [SCRIPTED_MODEL, PLAIN_MODEL].map(describeModel) };
}

/** The description of a model in OpenAI's format. Every name is a model, since the rig accepts all names. */
export function describeModel(id: string): object {
  return { id, object: 'model', created: 0, owned_by: 'conversation-api' };
}
