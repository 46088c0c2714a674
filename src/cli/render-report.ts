import type { InputStreams } from '../conformance/report/html-streams.ts';
import type { Report } from '../conformance/report/model.ts';
import type { PrettyOptions } from '../conformance/report/pretty.ts';

export type Reporter = 'pretty' | 'json' | 'junit' | 'html' | 'github' | 'badge';

export interface RenderOptions extends PrettyOptions {
  /** The streams of recordings by the name of the input, for the HTML report. */
  readonly streams?: ReadonlyMap<string, InputStreams> | undefined;
}

/** Renders the report with one of the reporters. The code of each reporter is loaded on demand. */
export async function render(
  report: Report,
  reporter: Reporter,
  options: RenderOptions = {},
): Promise<string> {
  switch (reporter) {
    case 'json':
      return (await import('../conformance/report/json.ts')).renderJson(report);
    case 'junit':
      return (await import('../conformance/report/junit.ts')).renderJunit(report);
    case 'html':
      return (await import('../conformance/report/html.ts')).renderHtml(report, options.streams);
    case 'github':
      return (await import('../conformance/report/github.ts')).renderGithub(report);
    case 'badge':
      return (await import('../conformance/report/badge.ts')).renderBadge(report);
    case 'pretty':
      return (await import('../conformance/report/pretty.ts')).renderPretty(report, options);
  }
}
