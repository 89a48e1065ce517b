import { frameError, isEvmAddress } from 'latchkit/protocol';
import { type Hex, isHex, stringToHex } from 'viem';
import { readTypedData } from '../review/messages/readTypedData.js';
import type { PrepareContext, Prepared, Preparer } from './Prepared.js';
import { prepareSolanaMessage, prepareSolanaTransactions } from './prepareSolana.js';
import { prepareTransaction } from './prepareTransaction.js';

/** `personal_sign`: hex is bytes, anything else is text. Accepts the account as first parameter too, since some pages swap them. */
const prepareMessage: Preparer = ({ id, payload, signer }) => {
  const [first, second] = payload.params as unknown as readonly [string, string];
  const message = isEvmAddress(second) ? first : second;
  return {
    signings: [
      { id, kind: 'message', chainId: payload.chainId, account: signer.evm, payload: bytesOf(message) },
    ],
    warnings: [],
    answer: ([signature]) => signature,
  };
};

function bytesOf(message: string): Hex {
  const isBytes = isHex(message) && message.length % 2 === 0;
  return isBytes ? (message.toLowerCase() as Hex) : stringToHex(message);
}

/** `eth_signTypedData_v4`: the payload is rebuilt from the parsed data, so that no other input is included. */
const prepareTypedData: Preparer = ({ id, payload, signer }) => {
  const [, given] = payload.params as unknown as readonly [string, unknown];
  const typed = readTypedData(given);
  if (typed === undefined) throw frameError('BAD_MESSAGE');
  return {
    signings: [
      {
        id,
        kind: 'typedData',
        chainId: payload.chainId,
        account: signer.evm,
        payload: JSON.stringify(typed),
      },
    ],
    warnings: [],
    answer: ([signature]) => signature,
  };
};

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
