import type { Context } from 'hono';
import { type AccountTransaction, readHistoryRequest, type TransactionTransfer } from 'latchkit/protocol';
import type { PictureUrl } from '../../platform/http/PictureUrl.js';
import type { CallHandler } from '../../platform/http/serveCalls.js';
import { addressNamespace } from '../chains/accountAddress.js';
import { handle } from '../projects/projectCalls.js';
import type { Token } from '../tokens/Token.js';
import type { TokenIcon } from '../tokens/TokenIcon.js';
import type { History } from './service.js';

const DEFAULT_CHAINS = {
  eip155: 'eip155:1',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  bip122: 'bip122:000000000019d6689c085ae165831e93',
  polkadot: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
};

export interface HistoryRoutesOptions {
  readonly history: History;
  readonly tokens: readonly Token[];
  readonly icon: TokenIcon;
  readonly picture: PictureUrl;
  /** Returns the purchases of a project with these ids. */
  readonly purchases: (projectId: string, ids: readonly string[]) => Promise<readonly Purchase[]>;
}

/** A purchase at an onramp. */
export interface Purchase {
  readonly provider: string;
  readonly address: string;
  readonly status: string;
  readonly transactionHash: string | null;
}

/** An account's transactions, newest first. */
export function historyCalls({
  history,
  tokens,
  icon,
  picture,
  purchases,
}: HistoryRoutesOptions): readonly CallHandler[] {
  const listed = new Set(tokens.map(token => `${token.chainId}:${token.address.toLowerCase()}`));
  const read = handle(readHistoryRequest, async ({ project, params: { account }, query, context }) => {
    const { onramp, orders, cursor } = query;
    const chainId = query.chainId ?? DEFAULT_CHAINS[addressNamespace(account)];
    const isOfChain = chainId.startsWith(`${addressNamespace(account)}:`);
    // Without the orders, anyone could ask who bought, and where.
    if (!isOfChain || (onramp !== undefined && orders === undefined)) return { data: [], next: null };
    const bought =
      onramp === undefined
        ? undefined
        : hashesOf(await purchases(project.id, orders?.split(',') ?? []), { onramp, account });
    if (bought?.size === 0) return { data: [], next: null };
    const { data, next } = await history.page({ chainId, account, cursor }, context.req.raw.signal);
    const chosen = bought ? data.filter(({ metadata }) => bought.has(metadata.hash ?? '')) : data;
    const shown = chosen.map(async one =>
      withIcons(await withPictures(one, picture, context), chainId, listed, icon, context),
    );
    return { data: await Promise.all(shown), next };
  });
  return [read];
}

/** The transactions of the completed purchases of an account at an onramp. */
function hashesOf(
  purchases: readonly Purchase[],
  { onramp, account }: { readonly onramp: string; readonly account: string },
): ReadonlySet<string> {
  // Addresses of EVM may differ in case; others never do.
  const inOneCase = (address: string) => (address.startsWith('0x') ? address.toLowerCase() : address);
  const own = purchases.filter(
    ({ provider, address, status }) =>
      provider === onramp && status === 'completed' && inOneCase(address) === inOneCase(account),
  );
  return new Set(own.flatMap(({ transactionHash }) => transactionHash ?? []));
}

/** Replaces pictures at other hosts, of tokens and of NFTs, by the gateway's URLs of them. */
async function withPictures(
  transaction: AccountTransaction,
  picture: PictureUrl,
  context: Context,
): Promise<AccountTransaction> {
  const moved = async (source: { readonly url: string } | null | undefined) => {
    const url = source && (await picture(source.url, context));
    return url ? { url } : undefined;
  };
  const shown = async (transfer: TransactionTransfer): Promise<TransactionTransfer> => {
    const { fungible_info: token, nft_info: nft } = transfer;
    const [icon, preview] = await Promise.all([moved(token?.icon), moved(nft?.content?.preview)]);
    return {
      ...transfer,
      ...(token?.icon && { fungible_info: { ...token, icon } }),
      ...(nft?.content && { nft_info: { ...nft, content: preview ? { preview } : null } }),
    };
  };
  return { ...transaction, transfers: await Promise.all(transaction.transfers.map(shown)) };
}

/**
 * Adds icons of the native currency and of listed tokens. Icons are not chosen by symbol alone, because anyone may call a
 * token USDC.
 */
function withIcons(
  transaction: AccountTransaction,
  chainId: string,
  listed: ReadonlySet<string>,
  icon: TokenIcon,
  context: Context,
): AccountTransaction {
  const pictured = ({ fungible_info: info, ...rest }: TransactionTransfer): TransactionTransfer => {
    if (!info) return rest;
    const isKnown = !info.address || listed.has(`${chainId}:${info.address.toLowerCase()}`);
    const url = isKnown && !info.icon && info.symbol ? icon(info.symbol, context) : undefined;
    return { ...rest, fungible_info: url === undefined ? info : { ...info, icon: { url } } };
  };
  return { ...transaction, transfers: transaction.transfers.map(pictured) };
}
