import { type CallResponse, type readHoldingsCall, smartAccountAddress } from 'latchkit/protocol';
import type { ProjectAccess } from '../../shared/ProjectAccess.js';
import type { Session } from '../../shared/Session.js';
import { walletError } from '../../shared/walletError.js';
import { WALLET_ALLOWANCES } from '../../shared/walletLimits.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { ownWallet } from '../custody/wallets.js';

type Holdings = CallResponse<typeof readHoldingsCall>;

/** An account of a wallet on a chain. */
interface ChainAccount extends Pick<Holdings['holdings'][number], 'chainId' | 'account'> {
  readonly address: string;
}

/**
 * Reads what a wallet of the user holds on all chains. A chain that does not respond is named, and the others are returned.
 *
 * @throws HttpError 404 `WALLET_NOT_FOUND`, 429.
 */
export async function readHoldings(
  { store, allowances }: WalletParts,
  access: Pick<ProjectAccess, 'chainIds' | 'holdingsOf' | 'smartAccountChains' | 'networkName'>,
  { userId, installationId }: Session,
  { id, gone }: { readonly id: string; readonly gone: AbortSignal },
): Promise<Holdings> {
  await allowances.take('holdings', installationId, WALLET_ALLOWANCES.holdings);
  const wallet = await ownWallet(store, store.database, userId, id);
  if (wallet === undefined) throw walletError('WALLET_NOT_FOUND');
  const smartChains = await access.smartAccountChains(gone).catch((): string[] => []);
  const accounts = access.chainIds.flatMap((chainId): ChainAccount[] => {
    if (chainId.startsWith('solana:')) return [{ chainId, account: 'solana', address: wallet.solana }];
    // The embedded wallet has no account on other chains.
    if (!chainId.startsWith('eip155:')) return [];
    const eoa = { chainId, account: 'eoa' as const, address: wallet.evm };
    if (!smartChains.includes(chainId)) return [eoa];
    return [eoa, { chainId, account: 'smart', address: smartAccountAddress(wallet.owner) }];
  });
  const unread = new Set<string>();
  const found = await Promise.all(
    accounts.map(async ({ chainId, account, address }) => {
      const network = access.networkName(chainId);
      const held = await access.holdingsOf(chainId, address, gone).catch(() => undefined);
      if (held === undefined) unread.add(network);
      return (held ?? []).flatMap(({ symbol, address: token, quantity, shown }) => {
        if (Number(quantity.numeric) === 0) return [];
        const amount = shown?.amount ?? quantity.numeric;
        const contract = token?.slice(`${chainId}:`.length) ?? null;
        return [{ chainId, network, account, token: contract, symbol, amount }];
      });
    }),
  );
  return { holdings: found.flat(), unread: [...unread] };
}
