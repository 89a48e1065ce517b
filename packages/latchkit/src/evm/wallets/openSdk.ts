import { withDeadline } from '../../core/adapter/abortable.js';
import type { AdapterHost } from '../../core/adapter/ChainAdapter.js';
import type { Eip1193Provider } from '../../core/adapter/ProviderOf.js';
import { connectionError } from '../../protocol/connectionError.js';
import type { EvmOptions, SafeModules } from '../EvmOptions.js';
import { RECONNECT_TIMEOUT } from '../provider/evmLimits.js';
import { isProvider } from '../provider/isProvider.js';

/**
 * Loads a wallet's SDK and creates its provider.
 *
 * @throws FAILED_TO_CONNECT when the SDK does not load; PROVIDER_NOT_FOUND when it has no provider, or no Safe responds.
 */
export async function openSdk(
  kind: 'safe' | 'coinbase' | 'baseAccount',
  options: EvmOptions,
  host: AdapterHost,
): Promise<Eip1193Provider> {
  const provider = await open(kind, options, host);
  if (!isProvider(provider)) throw connectionError('PROVIDER_NOT_FOUND', { context: { kind } });
  return provider;
}

async function open(kind: string, options: EvmOptions, host: AdapterHost): Promise<unknown> {
  const parameters = {
    appName: host.metadata.name,
    appLogoUrl: host.metadata.icons?.[0] ?? null,
    appChainIds: host.networks().map(network => Number(network.id)),
  };
  // Telemetry off: wallet vendors must not learn how visitors use a host.
  switch (kind) {
    case 'coinbase': {
      const sdk = await loaded(options.coinbase?.load);
      const preference = { options: 'all', telemetry: false };
      return sdk?.createCoinbaseWalletSDK({ ...parameters, preference } as never).getProvider();
    }
    case 'baseAccount': {
      const sdk = await loaded(options.baseAccount?.load);
      return sdk
        ?.createBaseAccountSDK({ ...parameters, preference: { telemetry: false } } as never)
        .getProvider();
    }
    default:
      return openSafe(await loaded(options.safe?.load));
  }
}

async function loaded<T>(load: (() => Promise<T>) | undefined): Promise<T | undefined> {
  try {
    return await load?.();
  } catch (cause) {
    throw connectionError('FAILED_TO_CONNECT', { cause, details: "The wallet's SDK did not load." });
  }
}

async function openSafe(modules: SafeModules | undefined): Promise<unknown> {
  if (!modules) return undefined;
  const sdk = new modules.Sdk();
  // A parent window that is not a Safe never responds.
  const safe = await withDeadline(sdk.safe.getInfo(), RECONNECT_TIMEOUT, undefined);
  return safe && new modules.SafeAppProvider(safe as never, sdk as never);
}
