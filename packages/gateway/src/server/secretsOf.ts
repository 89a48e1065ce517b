import type { Settings } from './readSettings.js';
import { walletSecrets } from './walletSettings.js';

/** Values from the settings that no log line may contain: server addresses, passwords, keys and tokens. */
export function secretsOf({
  databaseUrl,
  redisUrl,
  metricsToken,
  priceUrl,
  upstreams,
  blockscout,
  wallet,
}: Settings): string[] {
  const urls = [
    databaseUrl,
    redisUrl,
    priceUrl,
    ...Object.values(upstreams).flat(),
    ...Object.values(blockscout),
    ...(wallet === undefined ? [] : walletSecrets(wallet)),
  ];
  return [...urls, ...urls.flatMap(partsOf), metricsToken].filter(text => text !== undefined);
}

/** Passwords, and possible keys: path segments and query values of at least 8 characters. */
function partsOf(address: string | undefined): string[] {
  if (address === undefined || !URL.canParse(address)) return [];
  const { password, pathname, searchParams } = new URL(address);
  const keys = [...pathname.split('/'), ...searchParams.values()].filter(part => part.length >= 8);
  return [password, decodeURIComponent(password), ...keys];
}
