import { type Hex, hashMessage, hashTypedData, type TypedDataDefinition } from 'viem';
import { HttpError } from '../../platform/http/HttpError.js';
import { RpcError } from '../../platform/jsonrpc/RpcError.js';
import { verifySolanaSignature } from '../../platform/verifySolanaSignature.js';
import type { AccountId } from '../chains/accountId.js';
import type { RpcService } from '../chains/service.js';
import { verifyBitcoinSignature } from './verifyBitcoinSignature.js';
import { verifyEvmSignature } from './verifyEvmSignature.js';
import { verifyPolkadotSignature } from './verifyPolkadotSignature.js';

/** Whether the account signed the text. */
export type VerifySignature = (
  account: AccountId,
  text: string,
  signature: string,
  gone: AbortSignal,
) => Promise<boolean>;

/** Whether an EVM account signed the typed data (EIP-712). */
export type VerifyTypedData = (
  account: AccountId,
  typedData: object,
  signature: string,
  gone: AbortSignal,
) => Promise<boolean>;

/**
 * Verifies signatures of the accounts of all namespaces.
 *
 * @throws HttpError 503 `CHAIN_UNAVAILABLE` if the result depends on a chain that is unavailable, 400 `CHAIN_NOT_CONFIGURED` if it has no
 * node here.
 */
export function signatureVerifier(rpc: RpcService): VerifySignature {
  return async (account, text, signature, gone) => {
    const { namespace, address } = account;
    if (namespace === 'solana') return verifySolanaSignature(address, text, signature);
    if (namespace === 'bip122') return verifyBitcoinSignature(address, text, signature);
    if (namespace === 'polkadot') return verifyPolkadotSignature(address, text, signature);
    return verifyHashOf(rpc, account, hashMessage(text), signature, gone);
  };
}

/**
 * Verifies signatures of typed data.
 *
 * @throws HttpError as {@link signatureVerifier}.
 */
export function typedDataVerifier(rpc: RpcService): VerifyTypedData {
  return (account, typedData, signature, gone) =>
    verifyHashOf(rpc, account, hashTypedData(typedData as TypedDataDefinition), signature, gone);
}

async function verifyHashOf(
  rpc: RpcService,
  { chainId, address }: AccountId,
  hash: Hex,
  signature: string,
  gone: AbortSignal,
): Promise<boolean> {
  try {
    return await verifyEvmSignature(rpc, chainId, address, hash, signature, gone);
  } catch (cause) {
    // No second attempt would change that.
    if (cause instanceof RpcError && cause.code === 'CHAIN_NOT_CONFIGURED')
      throw new HttpError(400, cause.code, 'The signature is of a contract, and its chain has no node here', {
        cause,
      });
    const message = 'The signature is of a contract, and its chain cannot be asked at the moment';
    throw new HttpError(503, 'CHAIN_UNAVAILABLE', message, { context: { retryAfter: 5 }, cause });
  }
}
