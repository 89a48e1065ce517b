/** The call that executes a payment. */
export interface TransferCall {
  readonly to: `0x${string}`;
  /** In wei. */
  readonly value: bigint;
  readonly data?: `0x${string}`;
}

/** Selector of ERC-20's `transfer(address,uint256)`. */
const TRANSFER = '0xa9059cbb';

/** Builds the call that pays `amount` to an address: a plain transfer, or an ERC-20 transfer if `token` is set. */
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

/** Encodes a number as 32 bytes, as in the ABI. */
export function word(value: bigint): string {
  return value.toString(16).padStart(64, '0');
}

/** Reads an ERC-20 transfer back from the text that `payloadOf` made; undefined for any other transaction. */
export function readTransferCall(
  payload: string,
): { readonly token: string; readonly to: string; readonly amount: bigint } | undefined {
  const form = new RegExp(`^(0x[0-9a-f]{40}):0:${TRANSFER}0{24}([0-9a-f]{40})([0-9a-f]{64})$`);
  const [, token, to, amount] = form.exec(payload) ?? [];
  return token && to && amount ? { token, to: `0x${to}`, amount: BigInt(`0x${amount}`) } : undefined;
}

/** Joins receiver, value and data into a text that is equal for a resent payment. */
export function payloadOf(to: string, value: bigint, data: string | undefined): string {
  return `${to}:${value}:${data ?? '0x'}`.toLowerCase();
}
