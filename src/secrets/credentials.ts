import { isSecretName } from './secret-names.ts';

/** Schemes of Authorization that are usual. Another first word may be a part of the secret. */
const SCHEME =
  /^(?:apikey|api-key|aws4-hmac-sha256|basic|bearer|digest|dpop|hawk|hmac|jwt|mac|negotiate|ntlm|oauth|sharedaccesssignature|token)(?:[ \t]+|$)/i;
/** The schemes that stay legible in a masked header: they tell nothing, and a reader wants to know whether there was a token. */
const SHOWN_SCHEME = /^(?:bearer|basic)[ \t]+/i;
/** A parameter of a scheme that is a secret although its name does not say so (RFC 7616). */
const RESPONSE_OF_DIGEST = 'response';

/** The secrets in a header, however many there are: with and without a scheme, in a list, and as parameters. */
export function credentialsIn(name: string, value: string): string[] {
  const isCookie = /cookie/i.test(name);
  const found = new Set<string>();
  for (const part of value.split(isCookie ? ';' : ',').map((one) => one.trim())) {
    const scheme = SCHEME.exec(part)?.[0] ?? '';
    const rest = part.slice(scheme.length);
    found.add(rest);
    if (/^basic/i.test(scheme)) for (const secret of passwordsIn(rest)) found.add(secret);
    else if (scheme === '') found.add(rest.slice(/^\S+\s+/.exec(rest)?.[0].length));
    for (const [parameter, secret] of parametersIn(rest)) {
      const isSecret = isCookie || isSecretName(parameter) || parameter.toLowerCase() === RESPONSE_OF_DIGEST;
      if (isSecret) found.add(secret);
    }
  }
  // A secret may contain what separates others.
  if (found.size > 1) found.add(value.trim().replace(SCHEME, ''));
  found.delete('');
  return [...found];
}

/** Masks a credential by asterisks of the same length, except for its scheme: `Bearer *****`. */
export function maskCredentials(value: string): string {
  const scheme = SHOWN_SCHEME.exec(value)?.[0] ?? '';
  return scheme + '*'.repeat(value.length - scheme.length);
}

/** The name and password of Basic authentication, together, and the password alone (RFC 7617). */
function passwordsIn(encoded: string): string[] {
  const both = Buffer.from(encoded, 'base64').toString();
  return [both, both.slice(both.indexOf(':') + 1)];
}

/** The parameters `name=value` and `name="value"` that words of the text consist of. */
function parametersIn(text: string): [name: string, value: string][] {
  return text.split(/\s+/).flatMap((word): [string, string][] => {
    const equals = word.indexOf('=');
    if (equals <= 0) return [];
    return [[word.slice(0, equals), word.slice(equals + 1).replace(/^"(.*)"$/, '$1')]];
  });
}
