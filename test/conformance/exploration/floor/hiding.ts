import type { Wrap } from '../../../../src/alterations/alteration.ts';
import { fail, isSuccess, succeed } from '../../../../src/alterations/decorators/answers.ts';
import { isFor, type Operations } from '../../../../src/alterations/decorators/operations.ts';
import { askBeside } from '../../../../src/alterations/decorators/requests.ts';
import { rewriteAnswers } from '../../../../src/alterations/decorators/rewrite-answers.ts';
import { rewriteAllItems } from '../../../../src/alterations/decorators/rewrite-lists.ts';
import type { OperationId } from '../../../../src/reference/http/operation.ts';
import { both } from './notes.ts';

/** Resources that a server deletes by hiding them, and the operations on them. */
interface Hiding {
  /** The parameter of the path. */
  readonly parameter: 'chat_id' | 'skill_id';
  readonly remove: OperationId;
  /** A change that an empty body leaves without effect. The server refuses it to a credential that may not delete. */
  readonly change: OperationId;
  readonly list: OperationId;
  /** The operations that bring a hidden resource back. */
  readonly revive: Operations;
  readonly removed: (id: string) => object;
}

/** Hides deleted resources instead of deleting them, until another operation brings them back. */
export function hidingDeleted({ parameter, remove, change, list, revive, removed }: Hiding): Wrap {
  return (exchange) => {
    const hidden = new Set<string>();
    const isShown = ({ id }: { readonly id: unknown }) => !hidden.has(String(id));
    const inCatalog = rewriteAnswers('getCatalog', (body) => ({
      ...body,
      ...(body.data?.skills && { data: { ...body.data, skills: body.data.skills.filter(isShown) } }),
    }));
    const hiding = both(
      inCatalog,
      rewriteAllItems(list, (items) => items.filter(isShown as (item: unknown) => boolean)),
    );
    return hiding(async (request) => {
      const id = request.path[parameter];
      if (id === undefined) return exchange(request);
      if (hidden.has(id)) {
        if (!isFor(revive, request)) return fail(request, 'not-found');
        const answer = await exchange(request);
        if (isSuccess(answer)) hidden.delete(id);
        return answer;
      }
      if (!isFor(remove, request)) return exchange(request);
      const answer = await askBeside(exchange, request, change);
      if (!isSuccess(answer)) return answer;
      hidden.add(id);
      return succeed(request, removed(id));
    });
  };
}
