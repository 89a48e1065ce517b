import { raceAbort, sleep } from '../../core/adapter/abortable.js';
import type { AdapterConnection, ConnectRequest } from '../../core/adapter/ChainAdapter.js';
import { lostCode } from '../../core/adapter/lostCode.js';
import type { Eip1193Provider } from '../../core/adapter/ProviderOf.js';
import type { WagmiConnector } from '../../core/adapter/WagmiConnector.js';
import { isError } from '../../protocol/BaseError.js';
import type { ChainId } from '../../protocol/caip.js';
import { createError } from '../../protocol/errors.js';
import { readEvmChainId } from '../../protocol/readEvmChainId.js';
import { REQUEST_WAITING } from '../provider/errorCodes.js';
import { readAddresses } from '../provider/readAddresses.js';
import type { WagmiConfig, WagmiConnection } from '../WagmiConfig.js';
import type { WalletSource } from '../wallets/WalletSource.js';
import { adoptConnection } from './adoptConnection.js';
import { leaveConnection } from './disconnectWallet.js';
import type { EngineContext } from './EngineContext.js';
import { isWalletConnector } from './walletConnector.js';
import { toAdapterConnection } from './watchConnections.js';

/**
 * Connects a wallet. A visitor who cancels does not wait; a later response of the wallet is ignored.
 *
 * @throws PROVIDER_NOT_FOUND, CONNECTION_REJECTED, MODAL_CLOSED, CONNECTOR_CHAINS_MISMATCH, FAILED_TO_CONNECT
 */
export async function connectWallet(
  context: EngineContext,
  connectorId: string,
  { chainId, signal, role = 'only' }: ConnectRequest,
): Promise<AdapterConnection> {
  const source = context.discovery.find(connectorId);
  if (!source) throw createError('PROVIDER_NOT_FOUND', { context: { connectorId } });
  assertOverlap(context, source.connector.chains);
  const errors = loadErrors();
  try {
    const connector = await raceAbort(context.connectors.of(source), signal);
    // Even if one is connected: the visitor may want another wallet, which then replaces it.
    if (source.origin.kind === 'instance') await source.origin.connect({ chainId, signal });
    const data =
      standingConnection(context, connector) ??
      (source.origin.kind === 'wagmi'
        ? await connectHostConnector(context, connector, signal)
        : await connectProvider(context, source, connector, { signal, errors }));
    const [first, ...rest] = data.accounts;
    if (!first) throw new Error('The wallet returned no account.');
    if (readEvmChainId(data.chainId) === undefined) throw new Error('The wallet named no chain.');
    context.watch.silently(() => adoptConnection(context.config, connector, data, role));
    // Follow the wallet's events again if a cancelled attempt stopped following them.
    if (isWalletConnector(connector)) await connector.listen();
    return toAdapterConnection(connectorId, [first, ...rest], data.chainId);
  } catch (error) {
    if (isError(error)) throw error;
    const read = (await errors)?.walletError(error, 'CONNECTION_REJECTED', 'FAILED_TO_CONNECT');
    throw read ?? createError('FAILED_TO_CONNECT', { cause: error });
  }
}

/** The code that reads the errors of wallets; undefined: it does not load. */
type Errors = Promise<typeof import('../provider/walletErrorCode.js') | undefined>;

/** Loads it while the wallet asks the visitor: Connect does not need it. */
function loadErrors(): Errors {
  return import('../provider/walletErrorCode.js').catch(cause => void lostCode(cause));
}

type ConnectionData = Pick<WagmiConnection, 'accounts' | 'chainId'>;

function standingConnection(
  { config }: EngineContext,
  connector: WagmiConnector,
): ConnectionData | undefined {
  return config.state.status === 'connected' ? config.state.connections.get(connector.uid) : undefined;
}

/** Rejects a connector that is only offered for other networks. */
function assertOverlap({ host }: EngineContext, chains: readonly ChainId[]): void {
  if (chains.length === 0 || host.networks().some(network => chains.includes(network.caipNetworkId))) return;
  throw createError('CONNECTOR_CHAINS_MISMATCH', { context: { chains: chains.join(' ') } });
}

/** Connects a wallet directly: one in the page, or through its SDK's provider. */
async function connectProvider(
  context: EngineContext,
  source: WalletSource,
  connector: WagmiConnector,
  { signal, errors }: { readonly signal: AbortSignal; readonly errors: Errors },
): Promise<ConnectionData> {
  const provider = (await raceAbort(connector.getProvider(), signal)) as Eip1193Provider;
  const safe = source.origin.kind === 'sdk' && source.origin.type === 'safe';
  const method = safe ? 'eth_accounts' : 'eth_requestAccounts';
  // What the visitor approved counts: some wallets name no account right after it.
  const approved = await askAccounts(provider, method, {
    signal,
    errors,
    onWaiting: () => context.host.report({ type: 'waiting', connectorId: source.connector.id }),
  });
  // Already authorized: this reads accounts and chain and starts following the wallet's events.
  const data = await raceAbort(connector.connect({ isReconnecting: true }), signal).catch(error => {
    if (isWalletConnector(connector)) connector.unlisten();
    throw error;
  });
  const { chainId } = data;
  const [first, ...rest] = approved.length > 0 ? approved : data.accounts;
  try {
    assertChain(context, source, connector, chainId);
    if (!first) throw new Error('The wallet returned no account.');
  } catch (error) {
    if (isWalletConnector(connector)) connector.unlisten();
    throw error;
  }
  return { accounts: [first, ...rest], chainId };
}

/** Milliseconds between two looks for accounts while an earlier request waits in the wallet. */
const LOOK_EVERY = 500;

/**
 * Asks a wallet for accounts. If an earlier request already waits in it, as after a visitor closed its window without an answer, it waits
 * for what the visitor does there.
 */
async function askAccounts(
  provider: Eip1193Provider,
  method: string,
  { signal, errors, onWaiting }: { readonly signal: AbortSignal; readonly errors: Errors; onWaiting(): void },
): Promise<readonly ConnectionData['accounts'][0][]> {
  // Async, because old wallets throw synchronously or return no promise.
  const ask = async (asked: string) => readAddresses(await provider.request({ method: asked })) ?? [];
  try {
    return await raceAbort(ask(method), signal);
  } catch (error) {
    if (signal.aborted || (await errors)?.walletErrorCode(error) !== REQUEST_WAITING) throw error;
  }
  onWaiting();
  for (;;) {
    await sleep(LOOK_EVERY, signal);
    const accounts = await raceAbort(ask('eth_accounts'), signal).catch(() => []);
    if (accounts.length > 0) return accounts;
  }
}

/** Checks the wallet's chain: it must be one of the connector's or, if the wallet can't switch, one of the host's. */
function assertChain(
  context: EngineContext,
  source: WalletSource,
  connector: WagmiConnector,
  chainId: number,
): void {
  const id: ChainId = `eip155:${chainId}`;
  const { chains } = source.connector;
  const offered = chains.length === 0 || chains.includes(id);
  const usable =
    connector.switchChain !== undefined ||
    context.host.networks().some(network => network.caipNetworkId === id);
  if (!offered || !usable) throw createError('CONNECTOR_CHAINS_MISMATCH', { context: { chainId: id } });
}

/**
 * Connects one of the host's own connectors with its own `connect`. Wagmi's hooks show 'connecting' meanwhile.
 *
 * @throws MODAL_CLOSED when the visitor leaves; a later result of the connector is undone.
 */
async function connectHostConnector(
  { config, watch, attempts }: EngineContext,
  connector: WagmiConnector,
  signal: AbortSignal,
): Promise<Pick<WagmiConnection, 'accounts' | 'chainId'>> {
  if (signal.aborted) throw createError('MODAL_CLOSED');
  attempts.set(connector, signal);
  return watch.asked(connector, async () => {
    config.setState(state => ({ ...state, status: 'connecting' }));
    connector.emitter.emit('message', { type: 'connecting' });
    const answer = (async () => connector.connect())();
    try {
      const { accounts, chainId } = await raceAbort(answer, signal);
      return { accounts: accounts as WagmiConnection['accounts'], chainId };
    } catch (error) {
      settle(config);
      const late = async () => {
        await answer;
        // A newer attempt on the same connector decides for itself.
        if (attempts.get(connector) === signal) await undo(config, connector);
      };
      if (signal.aborted) late().catch(() => {});
      throw error;
    }
  });
}

/** Restores the status to match the existing connections. */
function settle(config: WagmiConfig): void {
  config.setState(state => ({ ...state, status: state.current ? 'connected' : 'disconnected' }));
}

/** A visitor who cancelled must not be connected later. */
async function undo(config: WagmiConfig, connector: WagmiConnector): Promise<void> {
  await connector.disconnect();
  if (config.state.connections.has(connector.uid)) leaveConnection(config, connector);
}
