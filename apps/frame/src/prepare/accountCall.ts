import { type AccountCall, frameError, isEvmAddress } from 'latchkit/protocol';
import { dataOf } from './prepareTransaction.js';
import { quantityOf } from './readFees.js';

/** A call of `wallet_sendCalls`, validated by the protocol's schema. */
export interface AskedCall {
  readonly to: `0x${string}`;
  readonly data?: `0x${string}`;
  readonly value?: `0x${string}`;
  readonly capabilities?: Readonly<Record<string, unknown>>;
}

/** The parameters of `wallet_sendCalls`, validated by the protocol's schema. */
export interface AskedCalls {
  readonly id?: string;
  readonly chainId?: string;
  readonly atomicRequired?: boolean;
  readonly calls: readonly AskedCall[];
  readonly capabilities?: Readonly<Record<string, unknown>>;
}

/** The call as it is encoded. @throws BAD_MESSAGE */
export function accountCall({ to, value = '0x0', data = '0x' }: AskedCall): AccountCall {
  if (!isEvmAddress(to)) throw frameError('BAD_MESSAGE');
  return { to, value: quantityOf(value), data: dataOf({ data }) };
}
