import {
  accountShapeOf,
  checkUserOperation,
  type SignableOperation,
  SMART_ACCOUNT_V1,
  SMART_SESSIONS,
  smartAccountFactoryData,
  type UserOperation,
} from 'latchkit/protocol';
import {
  type Address,
  concatHex,
  encodeAbiParameters,
  type Hex,
  hashTypedData,
  numberToHex,
  serializeErc6492Signature,
} from 'viem';

const { entryPoint, module } = SMART_ACCOUNT_V1;

/**
 * The hash that the owner of a Safe signs for a message (`SafeMessage`). It names the account and the chain, so the signature is valid for
 * no other one.
 *
 * @param hash - Of the message (EIP-191) or the typed data (EIP-712).
 * @see https://eips.ethereum.org/EIPS/eip-1271
 */
export function hashSafeMessage(hash: Hex, account: string, chainId: string): Hex {
  return hashTypedData({
    domain: { chainId: referenceOf(chainId), verifyingContract: account as Address },
    types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
    primaryType: 'SafeMessage',
    message: { message: encodeAbiParameters([{ type: 'bytes32' }], [hash]) },
  });
}

/**
 * The hash that the owner of a Safe signs for a user operation (`SafeOp`).
 *
 * @throws RangeError The operation does something else than its calls say.
 */
export function hashSafeOperation(
  { operation, validUntil, registered }: SignableOperation,
  owner: string,
  chainId: string,
): Hex {
  const permitted = { chainId, functions: registered?.functions ?? [], cosigner: registered?.cosigner };
  if ('problem' in checkUserOperation(operation, owner, permitted)) throw new RangeError('Not signed');
  return hashTypedData({
    domain: { chainId: referenceOf(chainId), verifyingContract: verifierOf(operation) },
    types: SAFE_OP,
    primaryType: 'SafeOp',
    message: {
      safe: operation.sender as Address,
      nonce: BigInt(operation.nonce),
      initCode: joined(operation.factory, operation.factoryData),
      callData: operation.callData as Hex,
      verificationGasLimit: BigInt(operation.verificationGasLimit),
      callGasLimit: BigInt(operation.callGasLimit),
      preVerificationGas: BigInt(operation.preVerificationGas),
      maxPriorityFeePerGas: BigInt(operation.maxPriorityFeePerGas),
      maxFeePerGas: BigInt(operation.maxFeePerGas),
      paymasterAndData: paymasterOf(operation),
      validAfter: 0,
      validUntil,
      entryPoint,
    },
  });
}

/** The contract that verifies an operation: the adapter verifies what is executed through it. */
const verifierOf = ({ callData }: UserOperation): Address =>
  accountShapeOf(callData) === 'modular' ? SMART_SESSIONS.adapter : module;

/** The signature of a user operation, from its owner's signature of {@link hashSafeOperation}. */
export function operationSignature(validUntil: number, signature: Hex): Hex {
  return concatHex([numberToHex(0, { size: 6 }), numberToHex(validUntil, { size: 6 }), signature]);
}

/** A signature of a smart account that has the adapter, which reads 20 zero bytes as: the owner's. */
export const modularSignature = (signature: string): Hex =>
  concatHex([numberToHex(0, { size: 20 }), signature as Hex]);

/**
 * A signature of a smart account that is not deployed on the chain yet: a verifier simulates the deployment first.
 *
 * @see https://eips.ethereum.org/EIPS/eip-6492
 */
export function undeployedSignature(owner: string, signature: string): Hex {
  return serializeErc6492Signature({
    address: SMART_ACCOUNT_V1.factory,
    data: smartAccountFactoryData(owner),
    signature: signature as Hex,
  });
}

/** As the 4337 module declares it. */
const SAFE_OP = {
  SafeOp: [
    { type: 'address', name: 'safe' },
    { type: 'uint256', name: 'nonce' },
    { type: 'bytes', name: 'initCode' },
    { type: 'bytes', name: 'callData' },
    { type: 'uint128', name: 'verificationGasLimit' },
    { type: 'uint128', name: 'callGasLimit' },
    { type: 'uint256', name: 'preVerificationGas' },
    { type: 'uint128', name: 'maxPriorityFeePerGas' },
    { type: 'uint128', name: 'maxFeePerGas' },
    { type: 'bytes', name: 'paymasterAndData' },
    { type: 'uint48', name: 'validAfter' },
    { type: 'uint48', name: 'validUntil' },
    { type: 'address', name: 'entryPoint' },
  ],
} as const;

function paymasterOf({ paymaster, paymasterData, ...limits }: UserOperation): Hex {
  if (!paymaster) return '0x';
  const { paymasterVerificationGasLimit, paymasterPostOpGasLimit } = limits;
  const gas = (limit: string | null | undefined) => numberToHex(BigInt(limit ?? 0), { size: 16 });
  return concatHex([
    paymaster as Hex,
    gas(paymasterVerificationGasLimit),
    gas(paymasterPostOpGasLimit),
    (paymasterData ?? '0x') as Hex,
  ]);
}

function joined(factory: string | null | undefined, data: string | null | undefined): Hex {
  return factory ? concatHex([factory as Hex, (data ?? '0x') as Hex]) : '0x';
}

/** The number in a CAIP-2 id of an EVM chain. */
function referenceOf(chainId: string): number {
  const [, reference] = /^eip155:(\d{1,15})$/.exec(chainId) ?? [];
  if (reference === undefined) throw new RangeError('Not an EVM chain');
  return Number(reference);
}
