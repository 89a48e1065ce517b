import {
  compactSignatureToSignature,
  createClient,
  custom,
  type Hex,
  isAddressEqual,
  isHex,
  parseCompactSignature,
  recoverAddress,
  serializeSignature,
} from 'viem';
import { verifyHash } from 'viem/actions';
import { isContractRefusal } from '../chains/isContractRefusal.js';
import type { RpcService } from '../chains/service.js';

/**
 * Whether the account signed the hash of a text (EIP-191) or of typed data (EIP-712) with its key, its contract (ERC-1271), or a contract that is not deployed yet
 * (ERC-6492). A key's signature needs no chain.
 *
 * @param chainId - CAIP-2 id of the chain of the account's contract.
 * @throws RpcError if the result depends on a chain that is unavailable.
 */
export async function verifyEvmSignature(
  rpc: RpcService,
  chainId: string,
  address: string,
  hash: Hex,
  signature: string,
  gone: AbortSignal,
): Promise<boolean> {
  if (!isHex(signature) || signature.length % 2 !== 0) return false;
  if (await isCompact(address as Hex, hash, signature)) return true;
  let away: unknown;
  const client = createClient({
    transport: custom(
      {
        async request({ method, params }) {
          try {
            return await rpc.call(chainId, method, params ?? [], gone);
          } catch (error) {
            // viem treats every error here as an invalid signature.
            if (!isContractRefusal(error)) away ??= error;
            throw error;
          }
        },
      },
      { retryCount: 0 },
    ),
  });
  const isValid = await verifyHash(client, {
    address: address as Hex,
    hash,
    signature,
    mode: 'eoa',
  }).catch((error: unknown) => {
    // A malformed signature makes the encoder throw.
    if (away === undefined && !(error instanceof Error)) throw error;
    return false;
  });
  if (!isValid && away !== undefined) throw away;
  return isValid;
}

/** Characters of a compact signature: `0x` and 64 bytes in hexadecimal. */
const COMPACT = 130;

/** Whether a key signed in the compact form (EIP-2098). Other signatures of this length may be for a contract. */
async function isCompact(address: Hex, hash: Hex, signature: Hex): Promise<boolean> {
  if (signature.length !== COMPACT) return false;
  try {
    const whole = serializeSignature(compactSignatureToSignature(parseCompactSignature(signature)));
    return isAddressEqual(await recoverAddress({ hash, signature: whole }), address);
  } catch {
    return false;
  }
}
