import { eventsOf } from '../generate/documents.ts';
import { nameOf } from '../generate/spec.ts';
import { mapping, type Parity } from './sources.ts';

/** The messages of the AsyncAPI document are the events of StreamEvent, with the same payloads, wherever they are listed. */
export const events: Parity = ({ spec, asyncapi }) => {
  const { oneOf } = mapping(spec.value('schemas/StreamEvent.yaml'));
  const branches = (Array.isArray(oneOf) ? oneOf : []).map((branch) => {
    const { type, data } = mapping(branch, 'properties');
    return `${mapping(type).const} with ${nameOf(String(mapping(data).$ref))}`;
  });
  const messages = eventsOf(spec).map(({ event, type }) => `${event} with ${type}`);
  const names = Object.keys(mapping(asyncapi, 'components', 'messages'));
  const lists = {
    ...Object.fromEntries(
      Object.entries(mapping(asyncapi, 'channels')).map(([name, channel]) => [
        `channel ${name}`,
        Object.keys(mapping(channel, 'messages')),
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(mapping(asyncapi, 'operations')).map(([name, operation]) => [
        `operation ${name}`,
        [mapping(operation).messages].flat().map((message) => nameInPointer(String(mapping(message).$ref))),
      ]),
    ),
  };
  return [
    ...difference(messages, branches).map((event) => `StreamEvent lacks ${event}`),
    ...difference(branches, messages).map((event) => `the AsyncAPI document lacks ${event}`),
    ...Object.entries(lists).flatMap(([place, listed]) => [
      ...difference(names, listed).map((name) => `${place} of the AsyncAPI document lacks ${name}`),
      ...difference(listed, names).map(
        (name) => `${place} of the AsyncAPI document has ${name}, which is no message`,
      ),
    ]),
  ];
};

function difference(given: readonly string[], other: readonly string[]): string[] {
  return given.filter((each) => !other.includes(each));
}

function nameInPointer(pointer: string): string {
  return pointer.split('/').at(-1) ?? '';
}
