import { frameError } from 'latchkit/protocol';
import type { PrepareContext, Prepared, Preparer } from './Prepared.js';
import { prepareMessage } from './prepareMessage.js';
import { prepareSolanaMessage, prepareSolanaTransactions } from './prepareSolana.js';
import { prepareTransaction } from './prepareTransaction.js';
import { prepareTypedData } from './prepareTypedData.js';

/**
 * The preparer of each method. Batched calls, permissions and user operations (EIP-5792, ERC-7715, ERC-4337) need a smart
 * account, so a plain key supports none of them.
 */
const PREPARERS: ReadonlyMap<string, Preparer> = new Map<string, Preparer>([
  ['personal_sign', prepareMessage],
  ['eth_signTypedData_v4', prepareTypedData],
  ['eth_sendTransaction', prepareTransaction],
  ['solana_signMessage', prepareSolanaMessage],
  ['solana_signTransaction', prepareSolanaTransactions],
  ['solana_signAllTransactions', prepareSolanaTransactions],
  ['solana_signAndSendTransaction', prepareSolanaTransactions],
]);

/**
 * Converts a method and its parameters to what is signed.
 *
 * @throws frameError UNSUPPORTED_METHOD; CALLS_NOT_SUPPORTED; BAD_MESSAGE the parameters are invalid; INTERNAL, TIMEOUT the
 * chain does not return what is missing; ABORTED.
 */
export async function prepareRequest(context: PrepareContext): Promise<Prepared> {
  const prepare = PREPARERS.get(context.payload.method);
  // The host knows this code and can send the calls one by one instead.
  if (context.payload.method === 'wallet_sendCalls') throw frameError('CALLS_NOT_SUPPORTED');
  if (prepare === undefined) throw frameError('UNSUPPORTED_METHOD');
  return prepare(context);
}
