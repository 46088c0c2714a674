import requirements from '../../../generated/requirements.json' with { type: 'json' };

interface Row {
  readonly id: string;
  readonly schema?: readonly string[];
}

/** Places in the schemas of requests. No message of the server shows them. */
const REQUEST_POINTER = /^(\w+Request|Attachments|ToolDecision)#/;

/** Rows that own part of the server's messages. Every message is validated against them. */
export function listWireRows(): readonly Row[] {
  return (requirements as unknown as { readonly requirements: readonly Row[] }).requirements.filter(
    ({ schema }) => schema?.some((pointer) => !REQUEST_POINTER.test(pointer)),
  );
}
