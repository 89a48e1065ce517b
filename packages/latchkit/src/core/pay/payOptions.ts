import { isError } from '../../protocol/BaseError.js';
import { formatUnits } from '../../protocol/formatUnits.js';
import { shortenAddress } from '../../protocol/shortenAddress.js';
import { toBaseUnits } from '../../protocol/toBaseUnits.js';
import type { Balance, ChainAdapter } from '../adapter/ChainAdapter.js';
import type { CaipNetwork } from '../adapter/Network.js';
import type { TokenBalance } from '../adapter/TokenBalance.js';
import { cleanName } from '../adapter/untrusted.js';
import { fetchPrices } from '../balances/fetchPrices.js';
import { readGatewayBalance } from '../balances/readGatewayBalance.js';
import { refreshBalance } from '../balances/refreshBalance.js';
import { refreshTokens } from '../balances/refreshTokens.js';
import { toFigure } from '../balances/tokenCache.js';
import { isFeatureOffered } from '../kernel/isFeatureOffered.js';
import type { Latchkit } from '../Latchkit.js';
import { offersSwap } from '../swap/offersSwap.js';
import { quoteSwap } from '../swap/quoteSwap.js';
import { readUnlistedToken } from '../swap/readUnlistedToken.js';
import { isSameAsset, type SwapToken, swapAsset } from '../swap/swapState.js';
import { leastSwap } from './leastSwap.js';
import { amountDue, type PayOption, type PayState } from './PayState.js';
import { runningPayment, selectPay, updatePay } from './payDraft.js';
import { payError } from './payErrors.js';
import { pause } from './sendPayment.js';

/** Tokens whose swap is quoted. */
const MOST = 6;

interface Place {
  readonly adapter: ChainAdapter;
  /** The account, or the receiver while none is connected. */
  readonly address: string;
  readonly network: CaipNetwork;
}

/** Where the visitor pays; undefined without an adapter. `account`: whether a wallet is connected. */
function placeOf(kit: Latchkit, { network, terms }: PayState): (Place & { account: boolean }) | undefined {
  const adapter = kit.adapter(network.chainNamespace);
  const connection = kit.store.getState().namespaces[network.chainNamespace]?.connection;
  if (!adapter) return undefined;
  return connection?.status === 'connected'
    ? { adapter, network, address: connection.accounts[0], account: true }
    : { adapter, network, address: terms.recipient, account: false };
}

/** The requested asset with the balance of the account. @throws TOKEN_NOT_FOUND; REQUEST_FAILED. */
export async function readPayToken(kit: Latchkit, pay: PayState): Promise<SwapToken | undefined> {
  const place = placeOf(kit, pay);
  const { asset } = pay.terms;
  const { caipNetworkId: chainId, nativeCurrency } = pay.network;
  if (!place) return undefined;
  if (asset !== chainId) {
    const contract = asset.slice(chainId.length + 1);
    return pay.network.chainNamespace === 'eip155'
      ? readUnlistedToken(kit, contract, place)
      : readMint(kit, contract, place);
  }
  const { name, symbol, decimals } = nativeCurrency;
  const balance = place.account ? await readBalance(kit, place) : undefined;
  return { name, symbol, chainId, quantity: { decimals, numeric: balance?.balance ?? '0' } };
}

/** The balance from the chain, or for Bitcoin from the gateway. */
function readBalance(kit: Latchkit, { adapter, address, network }: Place): Promise<Balance> {
  const { signal } = kit.kernel;
  if (adapter.getBalance) return adapter.getBalance({ address, network, signal });
  return readGatewayBalance(kit, { address, network }, { force: true });
}

/** A token of Solana. The chain knows its decimals, and only services its name. */
async function readMint(
  kit: Latchkit,
  mint: string,
  { adapter, address, network, account }: Place & { readonly account: boolean },
): Promise<SwapToken | undefined> {
  const chainId = network.caipNetworkId;
  const id = `${chainId}:${mint}` as const;
  const { signal } = kit.kernel;
  const token = { address: mint, decimals: 0 };
  const [prepared, [listed]] = await Promise.all([
    adapter.prepareTransfer?.({ address, network, to: address, amount: 0n, token, signal }),
    fetchPrices(kit, [id]).catch(() => []),
    account && refreshTokens(kit, { namespace: network.chainNamespace }),
  ]);
  if (prepared?.decimals === undefined) return undefined;
  const { decimals, available } = prepared;
  const held = kit.store.getState().namespaces.solana?.tokenBalance?.find(one => one.address === id);
  const price = toFigure(listed?.price) ?? held?.price;
  return {
    name: cleanName(listed?.name ?? held?.name ?? ''),
    symbol: cleanName(listed?.symbol ?? held?.symbol ?? '') || shortenAddress(mint),
    chainId,
    address: id,
    quantity: { decimals, numeric: formatUnits(available, decimals) },
    ...(price === undefined ? {} : { price }),
  };
}

/**
 * Reads what the connected account can pay with: the requested asset, and if that does not suffice or `swaps` is set, the tokens that a
 * swap turns into it. Never rejects: what cannot be read is not offered.
 */
export async function loadPayOptions(kit: Latchkit, { swaps = false } = {}): Promise<void> {
  const pay = selectPay(kit.store.getState());
  const place = pay && placeOf(kit, pay);
  if (!pay || !place) return;
  const isCurrent = () => {
    const now = selectPay(kit.store.getState());
    return (
      now?.terms === pay.terms && now.step === 'choosing' && placeOf(kit, now)?.address === place.address
    );
  };
  const token = await readPayToken(kit, pay).catch((cause: unknown) => {
    const isAbsent = isError(cause, 'TOKEN_NOT_FOUND') || isError(cause, 'INVALID_ADDRESS');
    if (isAbsent) runningPayment.get(kit)?.reject(payError('PAYMENT_INVALID', { cause }));
    return pay.token;
  });
  if (!isCurrent()) return;
  if (!token && place.account) {
    // The chain could not be reached.
    await pause(kit.kernel.signal);
    return isCurrent() ? loadPayOptions(kit, { swaps }) : undefined;
  }
  if (!place.account || !token) return updatePay(kit, { token, options: undefined, chosen: undefined });
  const direct = await directOption(kit, pay, place, token);
  if (!isCurrent()) return;
  // A swap would end in the same account.
  if (direct.problem === 'account')
    return show(kit, { token, account: place.address, options: [direct], swaps: 'none' });
  const needsSwaps = swaps || direct.problem !== undefined || pay.chosen?.quote !== undefined;
  const wantsSwaps = needsSwaps && (await canSwap(kit, pay));
  if (!isCurrent()) return;
  const account = place.address;
  // The previous ones stay while they are read again.
  const before = wantsSwaps && pay.account === account ? (pay.options ?? []).slice(1) : [];
  const status = wantsSwaps ? (before.length > 0 ? 'ready' : 'loading') : 'none';
  show(kit, { token, account, options: [direct, ...before], swaps: status });
  if (!wantsSwaps) return;
  const others = await swapOptions(kit, pay, direct);
  if (isCurrent()) show(kit, { token, account, options: [direct, ...others], swaps: 'ready' });
}

/** Chooses the option that was chosen before, else the first that can pay. */
function show(
  kit: Latchkit,
  change: Pick<PayState, 'token' | 'account' | 'swaps'> & { options: readonly PayOption[] },
): void {
  const before = selectPay(kit.store.getState())?.chosen;
  const possible = change.options.filter(({ problem }) => problem === undefined);
  const kept = possible.find(({ token }) => before && swapAsset(token) === swapAsset(before.token));
  updatePay(kit, { ...change, chosen: kept ?? possible[0] });
}

/** Chooses what to pay with. */
export function choosePayOption(kit: Latchkit, chosen: PayOption): void {
  updatePay(kit, { chosen });
}

async function directOption(
  kit: Latchkit,
  pay: PayState,
  { adapter, address, network }: Place,
  token: SwapToken,
): Promise<PayOption> {
  const amountIn = amountDue(pay);
  const { signal } = kit.kernel;
  const contract = token.address?.slice(token.address.lastIndexOf(':') + 1);
  const { decimals } = token.quantity;
  const asset = contract === undefined ? {} : { token: { address: contract, decimals } };
  const to = pay.terms.recipient;
  const prepared = await adapter
    .prepareTransfer?.({ address, network, to, amount: amountIn, ...asset, signal })
    .catch(() => undefined);
  const balance = prepared?.available ?? toBaseUnits(token.quantity.numeric, decimals) ?? 0n;
  // What the visitor confirms would not be what the shop asked for.
  if (prepared?.factor !== undefined) runningPayment.get(kit)?.reject(payError('PAYMENT_INVALID'));
  const { embeddedWalletInfo } = kit.store.getState().namespaces[network.chainNamespace]?.account ?? {};
  const isSmart = prepared?.senderIsContract || embeddedWalletInfo?.accountType === 'smartAccount';
  if (!pay.seesSmartAccounts && isSmart) return { token, amountIn, fee: prepared?.fee, problem: 'account' };
  const isShort = balance < amountIn || (contract === undefined && prepared && prepared.max < amountIn);
  const lacksFee = prepared && prepared.nativeAvailable < prepared.fee + prepared.rent;
  const problem = isShort ? ({ problem: 'balance' } as const) : lacksFee ? ({ problem: 'fee' } as const) : {};
  const rent = prepared?.rent ? { rent: prepared.rent } : {};
  return { token, amountIn, fee: prepared?.fee, ...rent, ...problem };
}

/** Whether swaps can be offered: the wallet must be on the network of the payment. */
async function canSwap(kit: Latchkit, { network }: PayState): Promise<boolean> {
  const state = kit.store.getState();
  if (network.chainNamespace !== 'eip155') return false;
  if (state.namespaces.eip155?.network.caipNetworkId !== network.caipNetworkId) return false;
  return isFeatureOffered(state, 'swaps', 'eip155') && offersSwap(kit, network);
}

async function swapOptions(kit: Latchkit, pay: PayState, direct: PayOption): Promise<readonly PayOption[]> {
  await Promise.all([
    refreshBalance(kit, { namespace: 'eip155', force: true }),
    refreshTokens(kit, { namespace: 'eip155', force: true }),
  ]);
  const chain = kit.store.getState().namespaces.eip155;
  const chainId = pay.network.caipNetworkId;
  const { name, symbol, decimals } = pay.network.nativeCurrency;
  const held = (chain?.tokenBalance ?? []).filter(one => one.chainId === chainId);
  const native = held.find(({ address }) => address === undefined) ?? {
    ...{ name, symbol, chainId },
    quantity: { decimals, numeric: chain?.balance ?? '0' },
  };
  const others = [native, ...held.filter(({ address }) => address !== undefined)].filter(
    one => Number(one.quantity.numeric) > 0 && !isSameAsset(swapAsset(one), pay.terms.asset),
  );
  const found = await Promise.all(others.slice(0, MOST).map(token => swapOption(kit, pay, token, direct)));
  const options = found.filter(one => one !== undefined);
  // What cannot pay is last.
  return [...options].sort((one, other) => Number(!!one.problem) - Number(!!other.problem));
}

/** The least of a token whose swap brings the amount for certain; undefined without a route. */
async function swapOption(
  kit: Latchkit,
  pay: PayState,
  token: TokenBalance,
  direct: PayOption,
): Promise<PayOption | undefined> {
  const due = amountDue(pay);
  const units = toBaseUnits(token.quantity.numeric, token.quantity.decimals) ?? 0n;
  const [from, to] = [swapAsset(token), pay.terms.asset];
  try {
    const ask = (amount: bigint) => quoteSwap(kit, { from, to, amount });
    const all = await ask(units);
    const fee = (all.fee ?? 0n) + (direct.fee ?? 0n);
    // The native currency also pays the fees of the swap and of the payment.
    const most = token.address === undefined ? units - fee * 2n : units;
    if (all.minimumOut < due || most <= 0n) return { token, amountIn: units, fee, problem: 'balance' };
    const quote = await leastSwap(all, due, ask);
    if (quote.amountIn > most) return { token, amountIn: quote.amountIn, fee, problem: 'balance' };
    return { token, amountIn: quote.amountIn, fee, quote };
  } catch (error) {
    if (isError(error)) return undefined;
    throw error;
  }
}
