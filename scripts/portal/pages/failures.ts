import { automatic } from '../../generate/error-page.ts';
import { address } from '../addresses.ts';
import { callsOf, type Failure } from '../contract.ts';
import { channelOf, failureRow, kindOfAgain, nameOf } from '../failure-rows.ts';
import { code, filterable, json, list, parts, section } from '../markdown.ts';
import { membersList } from '../members.ts';
import type { Page } from '../page.ts';
import { requirementRows } from '../requirement-rows.ts';
import type { Sources } from '../sources.ts';

/** The table of all failures, and a page for each. */
export function failurePages(sources: Sources): readonly Page[] {
  return [
    overview(sources),
    ...sources.failures.map((failure) => page(failure, sources)),
    ...clientKinds(sources).map(clientPage),
  ];
}

/** A failure that the client of this package detects itself. docs/errors.md describes these kinds; no table in generated/ contains them. */
interface ClientKind {
  readonly kind: string;
  readonly text: string;
}

function clientKinds({ texts }: Sources): readonly ClientKind[] {
  const chapter = (texts.get('docs/errors.md') ?? '').split('## Found by the client\n')[1] ?? '';
  return [...chapter.matchAll(/^### (\S+)\n+([\s\S]*?)(?=^### |$(?![\s\S]))/gm)].map(
    ([, kind = '', text = '']) => ({ kind, text: text.trim() }),
  );
}

function clientPage({ kind, text }: ClientKind): Page {
  const [meaning = '', ...advice] = text.split('\n\n');
  return {
    path: `failures/${kind}`,
    title: kind,
    description: meaning,
    body: parts(
      `A kind of \`ConversationApiError\`, which the [client](/guides/errors-and-retries/) finds itself.`,
      section('## What happened', meaning),
      section('## What to do', ...advice),
    ),
  };
}

function overview(sources: Sources): Page {
  const { failures, openapi } = sources;
  const codes = new Set<string>();
  const withAnchor = (failure: Failure) => {
    const isFirst = !codes.has(failure.message_code);
    codes.add(failure.message_code);
    return isFirst ? `<a id="${failure.message_code}"></a>` : '';
  };
  return {
    path: 'failures',
    title: 'Failures',
    label: 'All failures',
    description: 'Every failure that the service names: status, code, operations, and whether to send again.',
    isWide: true,
    body: parts(
      'A failure is identified by its status, its `message_code` and its `data.code` together. The list is open: treat a code that you do not know by its status. [Errors and retries](/guides/errors-and-retries/) says how a client handles them.',
      filterable(
        'failures',
        [
          { label: 'Status', values: [...new Set(failures.map(channelOf))] },
          { label: 'Operations', values: callsOf(openapi).map(({ id }) => id) },
          { label: 'Send again', values: [...new Set(failures.map(kindOfAgain))] },
        ],
        parts(...failures.map((failure) => `${withAnchor(failure)}\n\n${failureRow(failure)}`)),
      ),
      section(
        '## Found by the client',
        'The TypeScript client reports these itself.',
        list(
          clientKinds(sources).map(
            ({ kind, text }) => `[${code(kind)}](${address.failure(kind)}): ${text.split('\n\n', 1)[0]}`,
          ),
        ),
      ),
    ),
  };
}

function page(failure: Failure, sources: Sources): Page {
  const { id, status, message_code, data_code, condition, data, retry, sendAgain, requirement } = failure;
  const example = sources.failureExamples.get(failure.example);
  const place = failure.channel === 'event' ? '`message.error` inside a stream' : `HTTP ${status}`;
  return {
    path: `failures/${id}`,
    title: data_code === undefined ? message_code : `${message_code} (${data_code})`,
    label: id,
    description: condition,
    body: parts(
      `${place}, ${nameOf(failure)}.`,
      section('## What happened', condition, failure.note, decisions(failure)),
      section(
        '## What to do',
        retry,
        `Send the request again: **${sendAgain}**.`,
        failure.resend && automatic[failure.resend],
        failure.retryAction === undefined ? undefined : `\`retry_action\` is ${code(failure.retryAction)}.`,
      ),
      section('## Facts in `data`', data?.description, data && membersList(data, sources.openapi, 'data')),
      section('## Example', example === undefined ? undefined : json(example)),
      section('## Operations', list(failure.operations.map(code))),
      section(
        '## Requirement',
        requirementRows(
          sources.requirements.filter((row) => row.id === requirement),
          sources,
        ),
      ),
      section('## Open points', openPoints(failure, sources)),
    ),
  };
}

function decisions({ decided = {} }: Failure): string | undefined {
  const lines = Object.entries(decided).map(
    ([id, operations]) => `By our decision ${id} also for ${operations.map(code).join(', ')}.`,
  );
  return lines.length === 0 ? undefined : lines.join(' ');
}

function openPoints({ openPoints: ids = [] }: Failure, { openPoints: all }: Sources): string | undefined {
  const points = all.filter(({ id }) => ids.includes(id));
  return points.length === 0 ? undefined : list(points.map(({ id, title }) => `${id} ${title}`));
}
