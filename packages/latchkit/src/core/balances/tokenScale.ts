import type { CaipAddress, ChainId } from '../../protocol/caip.js';
import { factorOfMultiplier, UI_MULTIPLIER } from '../../protocol/factorOfMultiplier.js';
import { formatUnits } from '../../protocol/formatUnits.js';
import { shownUnits, unitsOfShown } from '../../protocol/shownUnits.js';
import { toBaseUnits } from '../../protocol/toBaseUnits.js';
import type { TokenBalance } from '../adapter/TokenBalance.js';
import { type ActiveConnection, activeConnection } from '../connection/activeConnection.js';
import type { Latchkit } from '../Latchkit.js';

type Scaled = Pick<TokenBalance, 'shown' | 'quantity'>;

/** By which the amounts of a token are multiplied when they are shown; `1`: they are shown as they are. */
export function factorOfToken({ shown }: Pick<TokenBalance, 'shown'>): string {
  return shown?.factor ?? '1';
}

/** What an amount in a token's smallest units shows, in whole tokens. */
export function shownText(units: bigint, token: Scaled): string {
  return formatUnits(shownUnits(units, factorOfToken(token)), token.quantity.decimals);
}

/** What moves, in a token's smallest units, so that a plain decimal amount is shown. Undefined if it has more decimals than the token. */
export function unitsOfText(amount: string, token: Scaled): bigint | undefined {
  const shown = toBaseUnits(amount, token.quantity.decimals);
  return shown === undefined ? undefined : unitsOfShown(shown, factorOfToken(token));
}

/** The token with another factor. */
export function scaledBy<T extends TokenBalance>(token: T, factor: string): T {
  if (factor === factorOfToken(token)) return token;
  const { decimals, numeric } = token.quantity;
  if (factor === '1') return { ...token, shown: undefined };
  const held = toBaseUnits(numeric, decimals) ?? 0n;
  return { ...token, shown: { amount: formatUnits(shownUnits(held, factor), decimals), factor } };
}

/**
 * The factor of a token (ERC-8056), as its contract says now.
 *
 * @param connection - The account that asks. Default: the active one.
 * @throws REQUEST_FAILED
 */
export async function readTokenFactor(
  kit: Latchkit,
  asset: CaipAddress | ChainId,
  { adapter, address, network }: ActiveConnection = activeConnection(kit, 'eip155'),
): Promise<string> {
  if (!asset.startsWith(`${network.caipNetworkId}:`) || !adapter.simulate) return '1';
  const to = asset.slice(asset.lastIndexOf(':') + 1);
  const { signal } = kit.kernel;
  const answer = await adapter.simulate({
    address,
    transaction: { to, data: UI_MULTIPLIER },
    network,
    signal,
  });
  return (answer.status === 'success' && factorOfMultiplier(answer.data)) || '1';
}
