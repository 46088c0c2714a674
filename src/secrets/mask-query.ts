import { isSecretName } from './secret-names.ts';

/** Masks the parameters of a path and query whose names say that they are secret, such as `?access_token=…`, in place. */
export function maskQuery(path: string): string {
  const start = path.indexOf('?') + 1;
  if (start === 0) return path;
  const masked = path
    .slice(start)
    .split('&')
    .map((parameter) => {
      const value = parameter.indexOf('=') + 1;
      if (value === 0 || !isSecretName(decoded(parameter.slice(0, value - 1)))) return parameter;
      return parameter.slice(0, value) + '*'.repeat(parameter.length - value);
    });
  return path.slice(0, start) + masked.join('&');
}

/** A name without percent signs; the name as it is if they are malformed. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
