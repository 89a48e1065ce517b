import type { CacaoPayload } from './Cacao.js';

/** Returns the CAIP-10 account of an issuer, `did:pkh:eip155:1:0x…`. */
export function accountOfIssuer(iss: string): { chainId: string; reference: string; address: string } {
  const [, , kind = '', reference = '', address = ''] = iss.split(':');
  return { chainId: `${kind}:${reference}`, reference, address };
}

/** Returns the text to sign (ERC-4361, as CAIP-122 defines it for EVM). */
export function formatAuthMessage(payload: CacaoPayload): string {
  const { reference, address } = accountOfIssuer(payload.iss);
  const { statement, nbf, exp, requestId, resources } = payload;
  const lines = [`${payload.domain} wants you to sign in with your Ethereum account:`, address, ''];
  // The standard requires the empty line even without a statement.
  lines.push(...(statement === undefined ? [''] : [statement, '']));
  lines.push(`URI: ${payload.aud}`, `Version: ${payload.version}`, `Chain ID: ${reference}`);
  lines.push(`Nonce: ${payload.nonce}`, `Issued At: ${payload.iat}`);
  if (exp !== undefined) lines.push(`Expiration Time: ${exp}`);
  if (nbf !== undefined) lines.push(`Not Before: ${nbf}`);
  if (requestId !== undefined) lines.push(`Request ID: ${requestId}`);
  if (resources) lines.push('Resources:', ...resources.map(resource => `- ${resource}`));
  return lines.join('\n');
}
