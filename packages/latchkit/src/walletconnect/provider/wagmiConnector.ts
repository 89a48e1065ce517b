import type { CreateWagmiConnector } from '../../core/adapter/WagmiConnector.js';
import { createError } from '../../protocol/errors.js';
import { NoRpcUrlError } from '../../protocol/NoRpcUrlError.js';
import type { KeptPairing } from '../pairing/keepPairing.js';
import { createEip1193, type Eip1193 } from './createEip1193.js';
import type { UniversalConnectOptions, UniversalProvider } from './UniversalProvider.js';

/** Options of `wagmiConnector`. */
export interface WagmiConnectorOptions {
  /** The provider that the connector uses; other connectors and adapters may share it. */
  readonly provider: UniversalProvider;
  /** CAIP-2 ids to request from the wallet. Default: the chains of the wagmi configuration. */
  readonly chains?: readonly string[] | undefined;
  /** A pairing that is ready, if any: its link is used instead of a new one. */
  pairing?(): KeptPairing | undefined;
}

type Wagmi = Parameters<CreateWagmiConnector<Eip1193>>[0];
type Addresses = readonly `0x${string}`[];

/**
 * WalletConnect as a connector of wagmi 2 and 3. The link is emitted as wagmi's `message` event of type `display_uri`,
 * and by the provider itself.
 */
export function wagmiConnector(options: WagmiConnectorOptions): CreateWagmiConnector<Eip1193> {
  const { provider } = options;
  const eip1193 = createEip1193(provider);
  const chainId = () => chainIdOf(provider);
  const accounts = () => provider.addresses('eip155') as Addresses;

  return ({ chains: configured, emitter }) => {
    const teller = tellWagmi(provider, emitter);
    const chains = () => options.chains ?? configured.map(({ id }) => `eip155:${id}`);
    const open = async (isReconnecting: boolean | undefined) => {
      if (!isReconnecting) {
        return connectAndShow(provider, emitter, { chains: chains(), pairing: options.pairing?.() });
      }
      if (!provider.restore()) throw createError('CONNECT_FIRST');
    };

    return {
      id: 'walletConnect',
      name: 'WalletConnect',
      type: 'walletConnect',
      async connect<WithCapabilities extends boolean = false>(parameters?: {
        chainId?: number | undefined;
        isReconnecting?: boolean | undefined;
        withCapabilities?: WithCapabilities | boolean | undefined;
      }) {
        await open(parameters?.isReconnecting);
        teller.start();
        const wanted = parameters?.chainId;
        // A wallet that has not approved the chain stays where it is; the page sees its actual chain.
        if (wanted !== undefined && provider.session && wanted !== chainId()) {
          await this.switchChain?.({ chainId: wanted }).catch(() => {});
        }
        const withNone = (address: `0x${string}`) => ({ address, capabilities: {} });
        const shown = parameters?.withCapabilities ? accounts().map(withNone) : accounts();
        return { accounts: shown as never, chainId: chainId() };
      },
      async disconnect() {
        teller.stop();
        if (provider.session) await provider.disconnect();
      },
      getAccounts: async () => accounts(),
      getChainId: async () => chainId(),
      getProvider: async () => eip1193,
      isAuthorized: async () => provider.restore() !== undefined && accounts().length > 0,
      async switchChain({ chainId: wanted, addEthereumChainParameter: more }) {
        const chain = configured.find(({ id }) => id === wanted);
        if (!chain) throw new NoRpcUrlError(`eip155:${wanted}`);
        await switchTo(eip1193, chain, more);
        return chain;
      },
      onAccountsChanged: addresses => emitter.emit('change', { accounts: addresses as Addresses }),
      onChainChanged: chain => emitter.emit('change', { chainId: Number(chain) }),
      onDisconnect() {
        teller.stop();
        emitter.emit('disconnect');
      },
    };
  };
}

function chainIdOf(provider: UniversalProvider): number {
  return Number(provider.chainOf('eip155')?.slice('eip155:'.length));
}

/** Connects, and passes links to wagmi meanwhile. */
async function connectAndShow(
  provider: UniversalProvider,
  emitter: Wagmi['emitter'],
  connect: UniversalConnectOptions,
) {
  const stop = provider.on('display_uri', uri => emitter.emit('message', { type: 'display_uri', data: uri }));
  await provider.connect(connect).finally(stop);
}

/** Passes events of the session's EVM part to wagmi, from `start` until the session ends or `stop`. */
function tellWagmi(provider: UniversalProvider, emitter: Wagmi['emitter']) {
  const stops: (() => void)[] = [];
  const stop = () => {
    for (const one of stops.splice(0)) one();
  };
  const start = () => {
    if (stops.length > 0) return;
    stops.push(
      provider.on('accountsChanged', ({ namespace, addresses }) => {
        if (namespace === 'eip155') emitter.emit('change', { accounts: addresses as Addresses });
      }),
      provider.on('chainChanged', ({ namespace }) => {
        if (namespace === 'eip155') emitter.emit('change', { chainId: chainIdOf(provider) });
      }),
      provider.on('disconnect', () => {
        stop();
        emitter.emit('disconnect');
      }),
    );
  };
  return { start, stop };
}

/**
 * Switches the wallet to a chain, and asks it to add the chain if it is unknown.
 *
 * @param more - The page's details of the chain.
 */
async function switchTo(eip1193: Eip1193, chain: Wagmi['chains'][number], more?: object): Promise<void> {
  const chainId = `0x${chain.id.toString(16)}`;
  const request = { method: 'wallet_switchEthereumChain', params: [{ chainId }] };
  try {
    await eip1193.request(request);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 4902) throw error;
    // Few wallets need it: it loads only then, with the public nodes of the built-in networks.
    const { chainToAdd } = await import('../../core/networks/chainToAdd.js');
    await eip1193.request({ method: 'wallet_addEthereumChain', params: [chainToAdd(chain, more)] });
    await eip1193.request(request);
  }
}
