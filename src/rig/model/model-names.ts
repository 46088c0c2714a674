/** The models that the rig lists. It answers under any other name as `scripted` does. */
const SCRIPTED_MODEL = 'scripted';
/** Obeys no script. It is for what a service asks its model besides turns: a title would else be made by the turn's script. */
export const PLAIN_MODEL = 'plain';

/** The list of models, as OpenAI writes it. */
export function listModels(): object {
  return { object: 'list', data: [SCRIPTED_MODEL, PLAIN_MODEL].map(describeModel) };
}

/** One model. Every name has one, since the rig answers under every name. */
export function describeModel(id: string): object {
  return { id, object: 'model', created: 0, owned_by: 'conversation-api' };
}
