import { factorOfMultiplier, UI_MULTIPLIER } from '../../protocol/factorOfMultiplier.js';
import { formatUnits } from '../../protocol/formatUnits.js';
import { isEvmAddress } from '../../protocol/isEvmAddress.js';
import { cleanName } from '../adapter/untrusted.js';
import { scaledBy } from '../balances/tokenScale.js';
import { type ActiveConnection, activeConnection } from '../connection/activeConnection.js';
import type { Latchkit } from '../Latchkit.js';
import { swapError } from './swapErrors.js';
import { isSameAsset, type SwapToken, selectSwap, swapAsset } from './swapState.js';

/** Selectors of ERC-20: `name()`, `symbol()`, `decimals()` and `balanceOf(address)`. */
const NAME = '0x06fdde03';
const SYMBOL = '0x95d89b41';
const DECIMALS = '0x313ce567';
const BALANCE_OF = '0x70a08231';

/** Whose balance is read, and where. */
type Place = Pick<ActiveConnection, 'adapter' | 'network' | 'address'>;

/**
 * A token by its contract's address: of the list, or else read from the chain and marked `unlisted`.
 *
 * @param place - Default: the active account.
 * @throws TOKEN_NOT_FOUND if there is no token at the address; REQUEST_FAILED if the chain cannot be reached.
 */
export async function readUnlistedToken(
  kit: Latchkit,
  address: string,
  { adapter, network, address: account }: Place = activeConnection(kit, 'eip155'),
): Promise<SwapToken> {
  const chainId = network.caipNetworkId;
  const id = `${chainId}:${address}` as const;
  const listed = selectSwap(kit.store.getState()).tokens.find(token => isSameAsset(swapAsset(token), id));
  if (listed) return listed;
  if (!isEvmAddress(address) || !adapter.simulate) throw swapError('TOKEN_NOT_FOUND');
  const read = async (data: `0x${string}`) => {
    const { signal } = kit.kernel;
    const answer = await adapter.simulate?.({
      address: account,
      transaction: { to: address, data },
      network,
      signal,
    });
    return answer?.status === 'success' && answer.data !== '0x' ? answer.data : undefined;
  };
  const [name, symbol, decimals, balance, multiplier] = await Promise.all([
    read(NAME),
    read(SYMBOL),
    read(DECIMALS),
    read(`${BALANCE_OF}${account.slice(2).toLowerCase().padStart(64, '0')}`),
    read(UI_MULTIPLIER),
  ]);
  if (decimals === undefined || balance === undefined) throw swapError('TOKEN_NOT_FOUND');
  const places = Number(BigInt(decimals));
  if (places > 255) throw swapError('TOKEN_NOT_FOUND');
  const token: SwapToken = {
    name: cleanName(readText(name)),
    symbol: cleanName(readText(symbol)),
    chainId,
    address: id,
    quantity: { decimals: places, numeric: formatUnits(BigInt(balance.slice(0, 66)), places) },
    unlisted: true,
  };
  return scaledBy(token, factorOfMultiplier(multiplier) ?? '1');
}

/** Characters of a name that are read. */
const TEXT_LIMIT = 256;

/** Reads an ABI-encoded string, or the 32 bytes that old tokens answer; empty if it is neither. */
function readText(data: string | undefined): string {
  const body = data?.slice(2) ?? '';
  const word = (at: number) => Number(`0x${body.slice(at * 64, at * 64 + 64) || '0'}`);
  const hex =
    body.length === 64
      ? body.replace(/(?:00)+$/, '')
      : body.slice(128, 128 + Math.min(word(1), TEXT_LIMIT) * 2);
  const bytes = hex.match(/../g)?.map(pair => Number.parseInt(pair, 16)) ?? [];
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
