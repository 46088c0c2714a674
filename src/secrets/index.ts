export { credentialsIn, maskCredentials } from './credentials.ts';
export { maskLine } from './mask-line.ts';
export { maskQuery } from './mask-query.ts';
export { isSecretName } from './secret-names.ts';
