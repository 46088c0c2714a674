import { policyFor } from './policy.ts';
import { text } from './text.ts';

/**
 * Frames the content of a self-contained page that loads and runs nothing.
 *
 * @param title plain text
 * @param main HTML, whose texts are escaped
 */
export function framePage(title: string, style: string, main: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyFor(style)}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(title, 200)}</title>
<style>${style}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;
}
