import { codeHeader, type Files } from './output.ts';
import type { Spec } from './spec.ts';

/** contract-version.js: the version of the contract, for code that does not need the whole document. */
export function buildContractVersion(spec: Spec): Files {
  const { version } = spec.object('openapi/openapi.yaml').info as { version: string };
  return new Map([
    ['generated/contract-version.js', `${codeHeader}export const contractVersion = '${version}';\n`],
    [
      'generated/contract-version.d.ts',
      `${codeHeader}\n/** \`info.version\` of the contract. */\nexport declare const contractVersion: string;\n`,
    ],
  ]);
}
