import { namespaceOf } from '../caip.js';
import { CHAIN_NAMES } from './chainNames.js';
import { checkedMessage } from './checkedMessage.js';
import type { SiwxMessage } from './SiwxMessage.js';
import { solanaChainName } from './solanaChainName.js';

/**
 * The text that a wallet signs for a message: ERC-4361 on EVM, else the CAIP-122 form. On Solana that is the text that wallets
 * create for one-prompt sign-in (no empty line if there is no statement).
 *
 * @throws INVALID_SIWX_MESSAGE if a field is missing or malformed; the reason is in `details`.
 * @see https://eips.ethereum.org/EIPS/eip-4361
 * @see https://chainagnostic.org/CAIPs/caip-122
 */
export function formatSiwxMessage(message: SiwxMessage): string {
  const checked = checkedMessage(message);
  const { scheme, domain, accountAddress, chainId, statement, expirationTime, notBefore, requestId } =
    checked;
  const namespace = namespaceOf(chainId);
  const origin = scheme === undefined ? domain : `${scheme}://${domain}`;
  return [
    `${origin} wants you to sign in with your ${CHAIN_NAMES[namespace]} account:`,
    accountAddress,
    '',
    ...(statement === undefined ? (namespace === 'solana' ? [] : ['']) : [statement, '']),
    `URI: ${checked.uri}`,
    `Version: ${checked.version}`,
    `Chain ID: ${namespace === 'solana' ? solanaChainName(chainId) : chainId.slice(namespace.length + 1)}`,
    `Nonce: ${checked.nonce}`,
    `Issued At: ${checked.issuedAt}`,
    ...(expirationTime === undefined ? [] : [`Expiration Time: ${expirationTime}`]),
    ...(notBefore === undefined ? [] : [`Not Before: ${notBefore}`]),
    ...(requestId === undefined ? [] : [`Request ID: ${requestId}`]),
    ...(checked.resources === undefined ? [] : ['Resources:', ...checked.resources.map(uri => `- ${uri}`)]),
  ].join('\n');
}
