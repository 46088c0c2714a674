/** A mock of a model provider with the API of OpenAI. */
export { LLMock } from '@copilotkit/aimock';
