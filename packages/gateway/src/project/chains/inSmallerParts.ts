import { RpcError } from '../../platform/jsonrpc/RpcError.js';
import { isRefusedCall } from './isRefusedCall.js';

/**
 * Asks for many items at once, and in halves for those that nodes refuse together: one of them may be too much, or a contract may use up what
 * a node spends on a call. At most twice as many calls as items are made.
 *
 * @param alone - The result of an item that is refused alone.
 * @throws what `ask` throws in an outage, and where nodes are asked too often.
 */
export async function inSmallerParts<Item, Result>(
  items: readonly Item[],
  ask: (items: readonly Item[]) => Promise<readonly Result[]>,
  alone: (item: Item, error: unknown) => Result,
): Promise<readonly Result[]> {
  if (items.length === 0) return [];
  try {
    return await ask(items);
  } catch (error) {
    const [only] = items;
    if (only === undefined || !isRefusedTogether(error)) throw error;
    if (items.length === 1) return [alone(only, error)];
    const half = Math.ceil(items.length / 2);
    const first = await inSmallerParts(items.slice(0, half), ask, alone);
    return [...first, ...(await inSmallerParts(items.slice(half), ask, alone))];
  }
}

function isRefusedTogether(error: unknown): boolean {
  const isTooLarge = error instanceof RpcError && error.code === 'UPSTREAM_ANSWER_TOO_LARGE';
  return isTooLarge || isRefusedCall(error);
}
