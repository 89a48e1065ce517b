import { base64 } from '@scure/base';
import {
  BaseError,
  factorOfMint,
  factorOfMultiplier,
  SOLANA_CLOCK,
  shownUnits,
  timeOfClock,
  UI_MULTIPLIER,
} from 'latchkit/protocol';
import type { Change, ReviewContext } from './Review.js';
import type { TokenScale } from './readToken.js';

/** JSON-RPC code of a node that limits calls (EIP-1474): it says nothing about the call. */
const LIMIT_EXCEEDED = -32_005;

/** Reads by which a token's amounts are multiplied: of a contract (ERC-8056), or of a mint (Token-2022). Never rejects. */
export async function readScale(
  token: string,
  context: Pick<ReviewContext, 'chainId' | 'read'>,
): Promise<TokenScale | undefined> {
  const factor = await readFactor(token, context);
  if (factor === undefined) return { token, factor: 'unread' };
  return factor === '1' ? undefined : { token, factor, shows: units => shownUnits(units, factor) };
}

/** The factor; undefined if the chain does not say. */
async function readFactor(
  token: string,
  { chainId, read }: Pick<ReviewContext, 'chainId' | 'read'>,
): Promise<string | undefined> {
  try {
    if (!chainId.startsWith('solana:')) {
      const call = { to: token, data: UI_MULTIPLIER };
      return factorOfMultiplier(await read('eth_call', [call, 'latest'])) ?? '1';
    }
    const answer = await read('getMultipleAccounts', [[token, SOLANA_CLOCK], { encoding: 'base64' }]);
    const { value } = answer as { readonly value: readonly ({ readonly data: readonly [string] } | null)[] };
    const [mint, clock] = value.map(account => account && base64.decode(account.data[0]));
    const time = clock ? timeOfClock(clock) : undefined;
    if (!mint || time === undefined) return undefined;
    return factorOfMint(mint, time) ?? '1';
  } catch (error) {
    return isRefused(error) ? '1' : undefined;
  }
}

/** Whether the node answered that the call fails: most tokens have no such function. */
function isRefused(error: unknown): boolean {
  const { cause } = error as { readonly cause?: unknown };
  return (
    cause instanceof BaseError && cause.code === 'CALL_FAILED' && cause.context.rpcCode !== LIMIT_EXCEEDED
  );
}

/** Whether scaled tokens still show the amounts that the user has seen. */
export async function areScalesCurrent(
  seen: readonly NonNullable<Change['scale']>[],
  context: Pick<ReviewContext, 'chainId' | 'read'>,
): Promise<boolean> {
  const tokens = new Map(seen.map(scale => [JSON.stringify(scale), scale]));
  const checked = [...tokens.values()].map(
    async ({ token, factor }) => (await readFactor(token, context)) === factor,
  );
  return (await Promise.all(checked)).every(Boolean);
}
