import { isError } from '../../protocol/BaseError.js';
import type { ActiveConnection } from '../connection/activeConnection.js';
import { whileConnected } from '../connection/whileConnected.js';
import type { Latchkit } from '../Latchkit.js';
import { withTransactionStep } from '../transactions/withTransactionStep.js';
import type { PermitForm, SwapPermit } from './swapGateway.js';

/** Selector of EIP-2612: `permit(address,address,uint256,uint256,uint8,bytes32,bytes32)`. */
const PERMIT = '0xd505accf';
const word = (value: bigint) => value.toString(16).padStart(64, '0');

const TYPES = {
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
};

interface PermitTerms {
  readonly form: PermitForm;
  /** The token's contract. */
  readonly token: string;
  readonly spender: string;
  /** In the smallest units. */
  readonly amount: bigint;
}

/**
 * Asks the wallet to sign that the spender may take exactly the amount (EIP-2612); undefined if the wallet can't sign it, or the
 * token would not accept the signature.
 *
 * @throws REQUEST_REJECTED if the visitor refused.
 */
export async function signPermit(
  kit: Latchkit,
  connection: ActiveConnection,
  { form, token, spender, amount }: PermitTerms,
): Promise<SwapPermit | undefined> {
  const { adapter, connectorId, address, network } = connection;
  if (!adapter.signTypedData) return undefined;
  const { name, version, nonce, deadline } = form;
  const typedData = {
    domain: {
      name,
      ...(version === undefined ? {} : { version }),
      chainId: Number(network.id),
      verifyingContract: token,
    },
    types: TYPES,
    primaryType: 'Permit',
    message: { owner: address, spender, value: String(amount), nonce, deadline: String(deadline) },
  };
  const sign = adapter.signTypedData.bind(adapter);
  const asked = withTransactionStep(kit, 'swap', () =>
    whileConnected(kit, 'SWAP_PERMIT', connection, sign({ connectorId, address, typedData })),
  );
  const signature = await asked.catch(error => {
    // A wallet that does not know typed data can still approve.
    if (isError(error, 'REQUEST_FAILED')) return undefined;
    throw error;
  });
  const parts = /^0x([0-9a-f]{64})([0-9a-f]{64})([0-9a-f]{2})$/i.exec(signature ?? '');
  if (!signature || !parts) return undefined;
  const [, r = '', s = '', last = ''] = parts;
  const v = Number.parseInt(last, 16);
  const numbers = [BigInt(address), BigInt(spender), amount, BigInt(deadline), BigInt(v < 27 ? v + 27 : v)];
  const data = `${PERMIT}${numbers.map(word).join('')}${r}${s}` as const;
  const { signal } = kit.kernel;
  const found = await adapter.simulate?.({ address, transaction: { to: token, data }, network, signal });
  return found?.status === 'refused' ? undefined : { deadline, signature };
}
