import {
  formatUnits,
  type ListedPermission,
  type NamespaceState,
  shortenAddress,
} from '../../../core/index.js';
import { shownUnits } from '../../../internal/index.js';
import type { Text } from '../../runtime/createText.js';
import { shortAmount } from '../formatAmount.js';

const DAY = 86_400;

/** What a permission allows. One that cannot be read is shown by its type (ERC-7715). */
export function permissionText(
  text: Text,
  { type, data }: ListedPermission['permission'],
  chain: NamespaceState | undefined,
): string {
  const { address, tokenAddress, periodAmount, periodDuration } = data;
  if (type === 'contract-call' && typeof address === 'string')
    return text.t('permissions.call', { contract: shortenAddress(address) });
  const isNative = type === 'native-token-periodic';
  if (!isNative && (type !== 'erc20-token-periodic' || typeof tokenAddress !== 'string')) return type;
  if (typeof periodAmount !== 'string' || !/^0x[0-9a-f]+$/i.test(periodAmount)) return type;
  if (typeof periodDuration !== 'number') return type;
  const token = isNative ? chain?.network.nativeCurrency : tokenOf(chain, String(tokenAddress));
  if (token === undefined)
    return text.t('permissions.token', { token: shortenAddress(String(tokenAddress)) });
  const shown = shownUnits(BigInt(periodAmount), 'factor' in token ? token.factor : '1');
  const units = formatUnits(shown, token.decimals);
  const amount = `${shortAmount(units, text.locale)} ${token.symbol}`;
  if (periodDuration === DAY) return text.t('permissions.perDay', { amount });
  const hours = new Intl.NumberFormat(text.locale, { maximumFractionDigits: 2 }).format(
    periodDuration / 3_600,
  );
  return text.t('permissions.perHours', { amount, hours });
}

/** The symbol, decimals and factor of a token that the account holds. */
function tokenOf(chain: NamespaceState | undefined, contract: string) {
  const ends = `:${contract.toLowerCase()}`;
  const found = chain?.tokenBalance?.find(({ address }) => address?.toLowerCase().endsWith(ends));
  const factor = found?.shown?.factor ?? '1';
  return found && { symbol: found.symbol, decimals: found.quantity.decimals, factor };
}
