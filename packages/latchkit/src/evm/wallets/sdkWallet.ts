import type { AdapterHost } from '../../core/adapter/ChainAdapter.js';
import { createError } from '../../protocol/errors.js';
import type { WalletSdk } from '../EvmOptions.js';
import { isProvider } from '../provider/isProvider.js';
import type { WalletSource } from './WalletSource.js';

/** A wallet with an SDK, and how to create its provider. */
interface SdkWallet<Module> {
  readonly id: string;
  readonly name: string;
  /** wagmi's type of the wallet's connector. Default: 'sdk'. */
  readonly type?: 'safe';
  /** Reverse domain names of the same wallet: it is hidden if one of them is announced. */
  readonly aliases?: readonly string[];
  /** Returns the provider; undefined if the wallet has none on this page. */
  open(module: Module, host: AdapterHost): unknown;
}

/** Lists a wallet whose SDK the host provides. The SDK loads when the wallet is connected. */
export function sdkWallet<Module>(
  { load, chains = [] }: WalletSdk<Module>,
  { id, name, type, aliases = [], open }: SdkWallet<Module>,
): WalletSource {
  return {
    connector: { id, name, type: 'EXTERNAL', chain: 'eip155', chains },
    aliases,
    origin: {
      kind: 'sdk',
      type: type ?? 'sdk',
      async open(host) {
        const provider = await open(await loaded(load), host);
        if (!isProvider(provider)) {
          throw createError('PROVIDER_NOT_FOUND', { context: { connectorId: id } });
        }
        return provider;
      },
    },
  };
}

/** The parameters that describe the host's app to an SDK. */
export function appOf({ metadata, networks }: AdapterHost) {
  return {
    appName: metadata.name,
    appLogoUrl: metadata.icons?.[0] ?? null,
    appChainIds: networks().map(network => Number(network.id)),
  };
}

async function loaded<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw createError('FAILED_TO_CONNECT', { cause, details: "The wallet's SDK did not load." });
  }
}
