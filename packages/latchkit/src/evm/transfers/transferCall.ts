/** What carries a payment out on chain. */
export interface TransferCall {
  readonly to: `0x${string}`;
  /** In wei. */
  readonly value: bigint;
  readonly data?: `0x${string}`;
}

/** Selector of ERC-20's `transfer(address,uint256)`. */
const TRANSFER = '0xa9059cbb';

/** The call that pays `amount` to an address: a plain transfer, or one of an ERC-20 contract where `token` names one. */
export function transferCall(payment: {
  readonly to: `0x${string}`;
  readonly amount: bigint;
  readonly token: string | undefined;
}): TransferCall {
  const { to, amount, token } = payment;
  if (!token) return { to, value: amount };
  return {
    to: token as `0x${string}`,
    value: 0n,
    data: `${TRANSFER}${word(BigInt(to))}${word(amount)}`,
  };
}

/** A number as the 32 bytes that the ABI encodes it in. */
export function word(value: bigint): string {
  return value.toString(16).padStart(64, '0');
}

/** Receiver, value and data of a transaction in one text: the same for the same payment sent again. */
export function payloadOf(to: string, value: bigint, data: string | undefined): string {
  return `${to}:${value}:${data ?? '0x'}`.toLowerCase();
}
