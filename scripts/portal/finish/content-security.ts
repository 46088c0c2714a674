import { createHash } from 'node:crypto';

/** Pages with this element send requests to a server chosen by the reader. Other pages load only their own files. */
const TRY_IT = '<try-it';

/** The page for missing addresses sets the base of its links. */
const SETS_BASE = '<base ';

/** Adds the policy to a page. It allows only the page's own files, and the inline scripts and styles that it was built with. */
export function addContentSecurity(html: string): string {
  const scripts = hashesOf(html, /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g);
  const styles = [
    ...hashesOf(html, /<style[^>]*>([\s\S]*?)<\/style>/g),
    ...hashesOf(html, /\sstyle="([^"]*)"/g),
  ];
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${scripts.join(' ')}`,
    `style-src 'self' 'unsafe-hashes' ${styles.join(' ')}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${html.includes(TRY_IT) ? ' http: https:' : ''}`,
    "worker-src 'self'",
    `base-uri ${html.includes(SETS_BASE) ? "'self'" : "'none'"}`,
    "form-action 'none'",
  ];
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy.map((rule) => rule.trim()).join('; ')}"/>`;
  return html.replace(/<meta charset="[^"]*"\s*\/?>/, (charset) => `${charset}${meta}`);
}

function hashesOf(html: string, pattern: RegExp): readonly string[] {
  const texts = new Set(Array.from(html.matchAll(pattern), ([, text = '']) => decode(text)));
  return [...texts].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}

/** The browser hashes the value of an attribute, not its source text. Scripts contain none of these references. */
function decode(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#34;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
