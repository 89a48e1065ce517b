import { base64 } from '@scure/base';
import { isNameOrder, nameOrderOf, readTextOrder } from 'latchkit/protocol';
import { hexToBytes, isHex, type TypedDataDefinition } from 'viem';
import type { SigningRequest } from './SigningRequest.js';

/**
 * Whether a request would sign an order that a service carries out, but not one for this gateway in the form that says so: a page
 * could show it as a harmless message. Orders are the texts of {@link readTextOrder} and the typed data of account names.
 *
 * @param gateway - Origin of the gateway whose orders are signed. Undefined: every order is a foreign one.
 */
export function isForeignOrder(
  { kind, payload, account, chainId }: Pick<SigningRequest, 'kind' | 'payload' | 'account' | 'chainId'>,
  gateway: string | undefined,
): boolean {
  if (kind === 'message') return isHex(payload) && isForeignText(hexToBytes(payload), gateway);
  if (kind === 'solanaMessage') return isForeignText(base64.decode(payload), gateway);
  if (kind !== 'typedData') return false;
  const typed = JSON.parse(payload) as TypedDataDefinition & Parameters<typeof isNameOrder>[0];
  // Data in the gateway's name is an order of it, or will be one.
  const isOurs = gateway !== undefined && typed.domain?.name === gateway;
  if (nameOrderOf(typed.primaryType) === undefined && !isOurs) return false;
  return gateway === undefined || !isNameOrder(typed, gateway, { account, chainId });
}

function isForeignText(bytes: Uint8Array, gateway: string | undefined): boolean {
  const found = readTextOrder(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
  if (found === undefined) return false;
  const { order } = found;
  // Names are ordered as typed data, and the keyring proves its keys itself.
  if (order === 'name' || order === 'proof') return true;
  return gateway === undefined || found.gateway !== gateway;
}
