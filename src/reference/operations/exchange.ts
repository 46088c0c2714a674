import type { Exchange, HttpAnswer } from '../http/exchange.ts';
import type { OperationId } from '../http/operation.ts';
import { approveTool, cancelAuth, cancelTurn, respondElicitation, respondPlan } from './actions.ts';
import { failed } from './answers.ts';
import { getCatalog } from './catalog.ts';
import { createChat, deleteChat, getChat, listChats, updateChat } from './chats.ts';
import { Context, type ServicePorts } from './context.ts';
import { listMessages, sendMessage, streamMessage } from './messages.ts';
import { createSkill, deleteSkill, getSkill, listSkills, toggleSkill, updateSkill } from './skills.ts';
import { STAGES } from './stages.ts';

/** Runs an operation after its request has passed the stages. It throws an ApiFailure to refuse. */
export type Handler = (context: Context) => HttpAnswer | Promise<HttpAnswer>;

const HANDLERS: Readonly<Record<OperationId, Handler>> = {
  listChats,
  createChat,
  getChat,
  updateChat,
  deleteChat,
  listMessages,
  sendMessage,
  streamMessage,
  approveTool,
  respondPlan,
  respondElicitation,
  cancelAuth,
  cancelTurn,
  getCatalog,
  listSkills,
  createSkill,
  getSkill,
  updateSkill,
  toggleSkill,
  deleteSkill,
};

/**
 * Creates the service: an exchange that answers every operation of the contract.
 *
 * @param current returns the ports for a new request, which keeps them until its end
 */
export function createExchange(current: () => ServicePorts): Exchange {
  return (request) => {
    const ports = current();
    const context = new Context(request, ports);
    const conclude = (answer: HttpAnswer): HttpAnswer => ({
      ...answer,
      logged: { ...context.logged, ...answer.logged },
    });
    const fail = (error: unknown) => conclude(failed(error, request.requestId, ports.report));
    try {
      for (const stage of STAGES) stage.run(context);
      const answer = HANDLERS[request.operation.operationId](context);
      return answer instanceof Promise ? answer.then(conclude, fail) : conclude(answer);
    } catch (error) {
      return fail(error);
    }
  };
}
