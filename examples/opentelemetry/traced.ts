/** Spans of OpenTelemetry for each request, and each streamed turn: `createClient({ …, ...traced() })`. */
import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { ClientOptions, ObservedRequest } from 'conversation-api';

/** Names and attributes are those of the semantic conventions for HTTP and for generative AI. */
export function traced(): Pick<ClientOptions, 'onRequest' | 'onResponse' | 'onEvent'> {
  const tracer = trace.getTracer('conversation-api');
  const requests = new WeakMap<ObservedRequest, Span>();
  const start = (name: string, attributes: Record<string, string>) =>
    tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes });
  const fail = (span: Span, error: unknown) => {
    const { name = 'aborted', kind = name } = Object(error);
    return span.setAttribute('error.type', kind).setStatus({ code: SpanStatusCode.ERROR });
  };
  return {
    onRequest(request) {
      const { method, path, url, headers } = request;
      const attributes = { 'http.request.method': method, 'url.template': path, 'url.full': url };
      const span = start(`${method} ${path}`, { ...attributes, 'server.address': new URL(url).hostname });
      requests.set(request, span);
      propagation.inject(trace.setSpan(context.active(), span), headers);
    },
    onResponse({ request, response, error }) {
      const span = requests.get(request);
      const { status = response?.status } = Object(error);
      if (status) span?.setAttribute('http.response.status_code', status);
      if (span && error) fail(span, error);
      span?.end();
    },
    onEvent({ type }, turn) {
      if (type !== 'message.start') return;
      const chat = { 'gen_ai.operation.name': 'chat', 'gen_ai.provider.name': 'conversation-api' };
      const span = start('chat', { ...chat, 'gen_ai.conversation.id': turn.chatId });
      turn.ended.then(
        ({ usage }) => {
          const { model, prompt_tokens: input, completion_tokens: output } = usage ?? {};
          const tokens = { 'gen_ai.usage.input_tokens': input, 'gen_ai.usage.output_tokens': output };
          span.setAttributes({ 'gen_ai.response.model': model, ...tokens }).end();
        },
        // Also when the turn is left, which goes on without a reader.
        (error) => fail(span, error).end(),
      );
    },
  };
}
