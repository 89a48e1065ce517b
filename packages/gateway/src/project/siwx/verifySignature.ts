import { HttpError } from '../../platform/http/HttpError.js';
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

/**
 * Verifies signatures of the accounts of all namespaces.
 *
 * @throws HttpError 503 `CHAIN_UNAVAILABLE` if the result depends on a chain that is unavailable.
 */
export function signatureVerifier(rpc: RpcService): VerifySignature {
  return async (account, text, signature, gone) => {
    const { namespace, chainId, address } = account;
    if (namespace === 'solana') return verifySolanaSignature(address, text, signature);
    if (namespace === 'bip122') return verifyBitcoinSignature(address, text, signature);
    if (namespace === 'polkadot') return verifyPolkadotSignature(address, text, signature);
    try {
      return await verifyEvmSignature(rpc, chainId, address, text, signature, gone);
    } catch (cause) {
      const message = 'The signature is of a contract, and its chain cannot be asked at the moment';
      throw new HttpError(503, 'CHAIN_UNAVAILABLE', message, { context: { retryAfter: 5 }, cause });
    }
  };
}
