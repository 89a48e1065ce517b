import * as z from 'zod/mini';
import { type ChainId, isChainId } from '../caip.js';
import { checksumAddress } from '../checksumAddress.js';
import { isEvmAddress } from '../isEvmAddress.js';
import { isStatement } from './isStatement.js';
import { parseDateTime } from './parseDateTime.js';
import { isAuthority, isPathSegment, isScheme, isUri } from './rfc3986.js';

const text = (isValid: (value: string) => boolean, error: string) =>
  z.string().check(z.refine(isValid, error));
const time = (name: string) =>
  text(value => parseDateTime(value) !== undefined, `${name} is no RFC 3339 time`);

/** Whether an address is valid in its namespace. On EVM its case must match EIP-55. */
function isAccountAddress(address: string, namespace: string | undefined): boolean {
  if (namespace === 'eip155')
    return address.startsWith('0x') && isEvmAddress(address) && checksumAddress(address) === address;
  if (namespace === 'solana') return /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address);
  return /^[-.%a-zA-Z0-9]{1,128}$/.test(address);
}

/** The fields of a sign-in message, as strict as the signed text. */
export const siwxMessageSchema = z
  .object({
    domain: text(isAuthority, 'domain is no RFC 3986 authority'),
    accountAddress: z.string(),
    chainId: z.custom<ChainId>(isChainId, 'chainId is no CAIP-2 id'),
    uri: text(isUri, 'uri is no RFC 3986 URI'),
    version: z.literal('1', 'version is not 1'),
    nonce: text(value => /^[A-Za-z0-9]{8,}$/.test(value), 'nonce is not 8 or more letters and digits'),
    issuedAt: time('issuedAt'),
    expirationTime: z.optional(time('expirationTime')),
    notBefore: z.optional(time('notBefore')),
    requestId: z.optional(
      text(isPathSegment, 'requestId holds characters that RFC 3986 keeps out of a path segment'),
    ),
    statement: z.optional(
      text(isStatement, 'statement is empty, or holds a line break or a character beyond URIs and spaces'),
    ),
    resources: z.optional(z.array(text(isUri, 'resources hold something that is no RFC 3986 URI'))),
    scheme: z.optional(text(isScheme, 'scheme is no RFC 3986 scheme')),
  })
  .check(
    z.refine(
      ({ accountAddress, chainId }) => isAccountAddress(accountAddress, `${chainId}`.split(':', 1)[0]),
      'accountAddress is no address of its kind of chain, or not in the case of EIP-55',
    ),
    z.refine(
      ({ chainId }) => /^(?!eip155:)|^eip155:(0|[1-9]\d*)$/.test(chainId),
      'chainId is no EIP-155 number',
    ),
  );
