/**
 * How a transaction ended, from its receipt; undefined while it is in no block. Some nodes answer a pending transaction with a
 * receipt whose block or status is null, and a receipt proves nothing without either.
 *
 * @param receipt The answer of `eth_getTransactionReceipt`, whatever its form.
 */
export function receiptStatus(receipt: unknown): 'success' | 'reverted' | undefined {
  if (typeof receipt !== 'object' || receipt === null) return undefined;
  const { blockNumber, status } = receipt as Readonly<Record<string, unknown>>;
  if (quantityOf(blockNumber) === undefined) return undefined;
  const ended = quantityOf(status);
  return ended === 1n ? 'success' : ended === 0n ? 'reverted' : undefined;
}

/** A quantity of JSON-RPC, or a number as some nodes and wallets write it. */
function quantityOf(value: unknown): bigint | undefined {
  const isHex = typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value);
  return isHex || (typeof value === 'number' && Number.isSafeInteger(value)) ? BigInt(value) : undefined;
}
