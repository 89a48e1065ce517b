import { modularSignature, undeployedSignature } from '@latchkit/keyring';
import { frameError, isEvmAddress } from 'latchkit/protocol';
import { type Hex, isHex, stringToHex } from 'viem';
import { readTypedData } from '../review/messages/readTypedData.js';
import { accountShape } from '../smartAccount/accountShape.js';
import { isDeployed } from '../smartAccount/isDeployed.js';
import type { PrepareContext, Prepared, Preparer } from './Prepared.js';
import { prepareAsCall, prepareCalls, prepareUserOperation } from './prepareCalls.js';
import { prepareGrant, prepareRevocation } from './preparePermissions.js';
import { prepareSolanaMessage, prepareSolanaTransactions } from './prepareSolana.js';
import { prepareTransaction } from './prepareTransaction.js';

/** `personal_sign`: hex is bytes, anything else is text. Accepts the account as first parameter too, since some pages swap them. */
const prepareMessage: Preparer = context => {
  const { id, payload, signer } = context;
  const [first, second] = payload.params as unknown as readonly [string, string];
  const message = isEvmAddress(second) ? first : second;
  return {
    signings: [
      { id, kind: 'message', chainId: payload.chainId, account: signer.evm, payload: bytesOf(message) },
    ],
    warnings: [],
    answer: ([signature = '']) => completeSignature(context, signature),
  };
};

function bytesOf(message: string): Hex {
  const isBytes = isHex(message) && message.length % 2 === 0;
  return isBytes ? (message.toLowerCase() as Hex) : stringToHex(message);
}

/** `eth_signTypedData_v4`: the payload is rebuilt from the parsed data, so that no other input is included. */
const prepareTypedData: Preparer = context => {
  const { id, payload, signer } = context;
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
    answer: ([signature = '']) => completeSignature(context, signature),
  };
};

/**
 * The signature as a verifier needs it: of a smart account without its contract, with how to deploy it (ERC-6492); of one with the
 * adapter, with who signed.
 */
async function completeSignature(
  { payload, signer, reader, signal }: PrepareContext,
  signature: string,
): Promise<string> {
  if (!signer.smartAccount) return signature;
  const { chainId } = payload;
  const [hasContract, shape] = await Promise.all([
    isDeployed(reader, chainId, signer.evm, signal),
    accountShape(reader, chainId, signer.evm, signal),
  ]);
  if (!hasContract) return undeployedSignature(signer.smartAccount.owner, signature);
  return shape === 'modular' ? modularSignature(signature) : signature;
}

/** The preparer of each method of the EOA and the Solana account. */
const PREPARERS: ReadonlyMap<string, Preparer> = new Map<string, Preparer>([
  ['personal_sign', prepareMessage],
  ['eth_signTypedData_v4', prepareTypedData],
  ['eth_sendTransaction', prepareTransaction],
  ['wallet_sendCalls', prepareCalls],
  ['solana_signMessage', prepareSolanaMessage],
  ['solana_signTransaction', prepareSolanaTransactions],
  ['solana_signAllTransactions', prepareSolanaTransactions],
  ['solana_signAndSendTransaction', prepareSolanaTransactions],
]);

/** The preparer of each method that the smart account handles in another way, or alone. */
const SMART_PREPARERS: ReadonlyMap<string, Preparer> = new Map<string, Preparer>([
  ['eth_sendTransaction', prepareAsCall],
  ['eth_sendUserOperation', prepareUserOperation],
  ['wallet_grantPermissions', prepareGrant],
  ['wallet_requestExecutionPermissions', prepareGrant],
  ['wallet_revokePermissions', prepareRevocation],
  ['wallet_revokeExecutionPermission', prepareRevocation],
]);

/**
 * Converts a method and its parameters to what is signed.
 *
 * @throws frameError UNSUPPORTED_METHOD; BAD_MESSAGE the parameters are invalid; INTERNAL, TIMEOUT the chain does not return what is
 * missing; ABORTED; and the errors of `prepareCalls`.
 */
export async function prepareRequest(context: PrepareContext): Promise<Prepared> {
  const { method } = context.payload;
  const special = context.signer.smartAccount && SMART_PREPARERS.get(method);
  const prepare = special ?? PREPARERS.get(method);
  if (prepare === undefined) throw frameError('UNSUPPORTED_METHOD');
  return prepare(context);
}
