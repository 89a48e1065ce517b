import { tokenTransfers } from '../../protocol/tokenTransfers.js';
import type { CallReceipt } from '../adapter/Calls.js';
import type { SwapToken } from './swapState.js';

/** Topic of a wrapped currency's `Withdrawal(address,uint256)`. */
const WITHDRAWAL = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65';

/** What an account received of a token, from the logs of the swap; undefined if they do not tell. */
export function readReceivedAmount(
  { logs }: Pick<CallReceipt, 'logs'>,
  { address }: Pick<SwapToken, 'address'>,
  account: string,
  router: string,
): bigint | undefined {
  if (!address) return readUnwrapped(logs, router);
  const moved = tokenTransfers(logs, address.slice(address.lastIndexOf(':') + 1));
  const sum = (side: 'from' | 'to') =>
    moved
      .filter(one => one[side] === account.toLowerCase())
      .reduce((total, { amount }) => total + amount, 0n);
  const received = sum('to') - sum('from');
  return received > 0n ? received : undefined;
}

/** What the contract of the swap unwrapped: a transfer of the native currency leaves no log. */
function readUnwrapped(logs: CallReceipt['logs'], router: string): bigint | undefined {
  const unwrapped = logs.filter(
    ({ topics }) => topics[0] === WITHDRAWAL && topics.length === 2 && isAddressOf(topics[1], router),
  );
  const received = unwrapped.reduce((total, log) => total + amountOf(log.data), 0n);
  return received > 0n ? received : undefined;
}

function isAddressOf(topic: string | undefined, address: string): boolean {
  return topic !== undefined && topic.slice(-40).toLowerCase() === address.slice(2).toLowerCase();
}

function amountOf(data: string): bigint {
  return /^0x[0-9a-f]{64}$/i.test(data) ? BigInt(data) : 0n;
}
