/** Topic of `Transfer(address,address,uint256)` (ERC-20). */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** A movement of a token, from its own event. */
export interface TokenTransfer {
  /** In lower case. */
  readonly from: string;
  readonly to: string;
  /** In base units. */
  readonly amount: bigint;
}

/** Reads the transfers of a token from the logs of a receipt, whatever their form. */
export function tokenTransfers(logs: unknown, token: string): readonly TokenTransfer[] {
  if (!Array.isArray(logs)) return [];
  return logs.flatMap((log: unknown) => {
    if (typeof log !== 'object' || log === null) return [];
    const { address, topics, data } = log as Readonly<Record<string, unknown>>;
    if (!Array.isArray(topics) || topics.length !== 3 || topics[0] !== TRANSFER) return [];
    if (String(address).toLowerCase() !== token.toLowerCase()) return [];
    const [, from, to] = topics.map(addressOf);
    const amount = typeof data === 'string' && /^0x[0-9a-f]{64}$/i.test(data) ? BigInt(data) : 0n;
    return from && to ? [{ from, to, amount }] : [];
  });
}

function addressOf(topic: unknown): string {
  return typeof topic === 'string' ? `0x${topic.slice(-40).toLowerCase()}` : '';
}

/**
 * Whether a token refuses a transfer, from the answer of an `eth_call`: old tokens return false instead of reverting. Other old tokens
 * return nothing, which says nothing.
 */
export function isRefusedTransfer(answer: unknown): boolean {
  return typeof answer === 'string' && /^0x0{64}$/.test(answer);
}
