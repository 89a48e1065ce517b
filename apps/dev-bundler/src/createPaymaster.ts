import { concatHex, encodeAbiParameters, type Hex, toHex } from 'viem';
import { toPackedUserOperation } from 'viem/account-abstraction';
import * as z from 'zod';
import type { RpcMethods } from './createBundler.js';
import { type DevelopmentChain, SPONSOR } from './DevelopmentChain.js';
import { PAYMASTER } from './deployContracts.js';
import { PAYMASTER_POST_OP_GAS, PAYMASTER_VERIFICATION_GAS } from './estimateGas.js';
import { packedOperationAbi } from './packedOperationAbi.js';
import { RpcError } from './RpcError.js';
import { type Operation, readDraft, requireEntryPoint } from './readUserOperation.js';

/** How long a signature is valid, in seconds. */
const VALIDITY = 600n;

/** Call to the contract's `getHash`, which the paymaster signs. */
const getHashAbi = [
  {
    type: 'function',
    name: 'getHash',
    stateMutability: 'view',
    inputs: [
      { name: 'userOp', type: 'tuple', components: packedOperationAbi },
      { name: 'validUntil', type: 'uint48' },
      { name: 'validAfter', type: 'uint48' },
    ],
    outputs: [{ type: 'bytes32' }],
  },
] as const;

const withPolicy = z.object({ policyId: z.string() });

/**
 * A verifying paymaster for one anvil chain, which pays for every user operation. Who gets its signature is decided in front of it.
 *
 * @param policyId - The policy that the context of each call must name, as Alchemy's Gas Manager requires. Default: any context.
 * @see https://eips.ethereum.org/EIPS/eip-7677
 */
export function createPaymaster(chain: DevelopmentChain, policyId?: string): RpcMethods {
  const limits = {
    paymasterVerificationGasLimit: toHex(PAYMASTER_VERIFICATION_GAS),
    paymasterPostOpGasLimit: toHex(PAYMASTER_POST_OP_GAS),
  };
  const read = ([draft, entryPoint, chainId, context]: readonly unknown[]): Operation => {
    requireEntryPoint(entryPoint);
    if (chainId !== toHex(chain.chain.id)) throw new RpcError('invalidParams', 'Another chain.');
    if (policyId !== undefined && withPolicy.safeParse(context).data?.policyId !== policyId)
      throw new RpcError('invalidParams', `No policy ${policyId} in ${JSON.stringify(context)}.`);
    return readDraft(draft);
  };
  return {
    async pm_getPaymasterStubData(params) {
      read(params);
      // A real signature of something else: the contract recovers it, and reverts if that is impossible.
      const signature = await SPONSOR.signMessage({ message: 'stub' });
      return { paymaster: PAYMASTER, paymasterData: dataOf(0n, signature), ...limits, isFinal: false };
    },
    async pm_getPaymasterData(params) {
      const operation: Operation = {
        ...read(params),
        paymaster: PAYMASTER,
        paymasterVerificationGasLimit: PAYMASTER_VERIFICATION_GAS,
        paymasterPostOpGasLimit: PAYMASTER_POST_OP_GAS,
        paymasterData: '0x',
      };
      const { timestamp } = await chain.reader.getBlock();
      const validUntil = timestamp + VALIDITY;
      const hash = await chain.reader.readContract({
        address: PAYMASTER,
        abi: getHashAbi,
        functionName: 'getHash',
        args: [
          toPackedUserOperation({ ...operation, paymasterData: windowOf(validUntil) }),
          Number(validUntil),
          0,
        ],
      });
      const signature = await SPONSOR.signMessage({ message: { raw: hash } });
      return { paymaster: PAYMASTER, paymasterData: dataOf(validUntil, signature), ...limits };
    },
  };
}

/** `validUntil` and `validAfter`, as the contract reads them. */
function windowOf(validUntil: bigint): Hex {
  return encodeAbiParameters([{ type: 'uint48' }, { type: 'uint48' }], [Number(validUntil), 0]);
}

function dataOf(validUntil: bigint, signature: Hex): Hex {
  return concatHex([windowOf(validUntil), signature]);
}
