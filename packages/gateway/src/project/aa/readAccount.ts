import {
  FALLBACK_HANDLER_SLOT,
  type SessionGrant,
  SMART_ACCOUNT_V1,
  SMART_SESSIONS,
  sessionPeriods,
  type UserOperationDraft,
} from 'latchkit/protocol';
import { type Hex, isHex, keccak256 } from 'viem';
import { HttpError } from '../../platform/http/HttpError.js';
import type { RpcService } from '../chains/service.js';

type Rpc = Pick<RpcService, 'call'>;

/** Keccak-256 of the code of a proxy of Safe 1.4.1, which is the same for every account. */
const PROXY_CODE: Hex = '0xd7d408ebcd99b2b70be43e20253d6d92a8ea8fab29bd3be7f55b10032331fb4c';

/** Reads the code of an account. @throws HttpError 503 `SPONSORSHIP_UNAVAILABLE` if no node responds. */
async function codeOf(rpc: Rpc, chainId: string, account: string, gone: AbortSignal): Promise<Hex> {
  return hexOf(rpc.call(chainId, 'eth_getCode', [account, 'latest'], gone));
}

/** Whether the account of a user operation exists. */
export async function hasCode(
  rpc: Rpc,
  chainId: string,
  account: string,
  gone: AbortSignal,
): Promise<boolean> {
  return (await codeOf(rpc, chainId, account, gone)) !== '0x';
}

/**
 * Whether the chain would let a user operation use a permission: the account is a Safe with the adapter, which makes the calls that
 * the operation names and no others, and the session of the operation's signature is enabled for it.
 *
 * @param operation - A user operation that `checkSessionOperation` accepts for the grant.
 */
export async function isSessionEnabled(
  rpc: Rpc,
  chainId: string,
  { operation, grant }: { readonly operation: UserOperationDraft; readonly grant: SessionGrant },
  gone: AbortSignal,
): Promise<boolean> {
  const { sender, signature } = operation;
  const session = sessionPeriods(grant).find(({ permissionId }) =>
    signature?.toLowerCase().startsWith(`0x00${permissionId.slice(2)}`),
  );
  if (session === undefined) return false;
  // `isPermissionEnabled(bytes32,address)`
  const data = `0xadbc532f${session.permissionId.slice(2)}${sender.slice(2).toLowerCase().padStart(64, '0')}`;
  const slot = (place: string) =>
    hexOf(rpc.call(chainId, 'eth_getStorageAt', [sender, place, 'latest'], gone));
  const [code, singleton, handler, isEnabled] = await Promise.all([
    codeOf(rpc, chainId, sender, gone),
    slot('0x0'),
    slot(FALLBACK_HANDLER_SLOT),
    hexOf(rpc.call(chainId, 'eth_call', [{ to: SMART_SESSIONS.sessions, data }, 'latest'], gone)),
  ]);
  return (
    code !== '0x' &&
    keccak256(code) === PROXY_CODE &&
    isAddress(singleton, SMART_ACCOUNT_V1.singleton) &&
    isAddress(handler, SMART_SESSIONS.adapter) &&
    isEnabled !== '0x' &&
    BigInt(isEnabled) === 1n
  );
}

const isAddress = (word: Hex, address: string) => word !== '0x' && BigInt(word) === BigInt(address);

async function hexOf(answer: Promise<unknown>): Promise<Hex> {
  try {
    const found = await answer;
    if (isHex(found)) return found;
    throw new Error('The node answered with no hexadecimal text');
  } catch (cause) {
    throw new HttpError(503, 'SPONSORSHIP_UNAVAILABLE', 'The account cannot be read', { cause });
  }
}
