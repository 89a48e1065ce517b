import {
  type AccountTransaction,
  type ActivityEntry,
  shortenAddress,
  type TransactionTransfer,
} from '../../../core/index.js';
import type { Text } from '../../runtime/createText.js';
import type { IconName } from '../../runtime/icons.js';
import { formatAmount } from '../formatAmount.js';

/** Types with a sign before their amount; all others have none. */
const SIGNS: Readonly<Record<string, '+' | '-'>> = {
  receive: '+',
  deposit: '+',
  borrow: '+',
  claim: '+',
  withdraw: '-',
  repay: '-',
  burn: '-',
};

const ICONS: Readonly<Record<string, IconName>> = {
  receive: 'incoming',
  send: 'outgoing',
  trade: 'swap',
  approve: 'shield',
  deposit: 'outgoing',
  withdraw: 'incoming',
  unread: 'info',
};

const TITLES = {
  receive: 'activity.received',
  send: 'activity.sent',
  trade: 'activity.trade',
  approve: 'activity.approve',
  deposit: 'activity.deposit',
  withdraw: 'activity.withdraw',
  borrow: 'activity.borrow',
  repay: 'activity.repay',
  claim: 'activity.claim',
  burn: 'activity.burn',
  mint: 'activity.mint',
  unread: 'activity.unread',
} as const;

/** The texts of an activity row. */
export interface ActivityWords {
  readonly title: string;
  readonly sub: string | undefined;
  /** The amount with its sign and symbol. */
  readonly amount: string | undefined;
  /** Shown below the amount. */
  readonly note: string | undefined;
  readonly icon: IconName;
  readonly tone: 'success' | 'danger' | undefined;
  /** The first transfer, whose image represents the row; both transfers of a swap. */
  readonly moved: readonly TransactionTransfer[];
}

/** Registered names of the user's accounts, by address in lower case. */
export type OwnNames = ReadonlyMap<string, string>;

/** Describes a transaction in words. */
export function describeActivity(
  text: Pick<Text, 't' | 'locale'>,
  { metadata, transfers, boughtAt }: ActivityEntry,
  names: OwnNames = new Map(),
): ActivityWords {
  const { operationType: type, status } = metadata;
  // What it did is not known, so neither is what its failure prevented.
  const failed = status === 'failed' && type !== 'unread';
  const [first] = transfers;
  const isTrade = type === 'trade' && transfers.length > 1;
  const out = isTrade ? transfers.find(({ direction }) => direction === 'out') : undefined;
  const main = isTrade ? (transfers.find(({ direction }) => direction === 'in') ?? first) : first;
  const isBought = boughtAt !== undefined && !failed && type === 'receive';
  const titleKey = isBought ? 'activity.bought' : (TITLES[type as keyof typeof TITLES] ?? 'activity.execute');
  const failedKey = type === 'send' ? 'activity.sendFailed' : 'activity.failed';
  return {
    title: text.t(failed ? failedKey : titleKey),
    sub: isBought
      ? text.t('activity.from', { account: boughtAt })
      : out && main
        ? pairOf(text, out, main)
        : counterparty(text, metadata, { type, moved: main, names }),
    amount: main && amountOf(text, main, failed ? undefined : SIGNS[type]),
    note: failed ? text.t('activity.notSent') : out && amountOf(text, out, undefined),
    icon: failed ? 'alert' : (ICONS[type] ?? 'coins'),
    tone: failed ? 'danger' : type === 'receive' ? 'success' : undefined,
    moved: [out, main].filter(one => one !== undefined),
  };
}

/** The amount of a token with its symbol, or the name of an NFT. */
function amountOf(
  text: Pick<Text, 't' | 'locale'>,
  { quantity, shown, fungible_info, nft_info }: TransactionTransfer,
  sign: '+' | '-' | undefined,
): string {
  if (nft_info) return `${sign ?? ''}${nft_info.name || text.t('activity.unnamed')}`;
  const moved = shown?.amount ?? quantity.numeric;
  const amount = /^\d+(\.\d+)?$/.test(moved) ? formatAmount(shorten(moved), text.locale) : '';
  return `${sign ?? ''}${amount} ${fungible_info?.symbol ?? ''}`.trim();
}

/** Cuts off after four decimals, or after the first digits that aren't 0; the row's tooltip shows all of them. */
function shorten(numeric: string): string {
  const [whole = '0', fraction = ''] = numeric.split('.');
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0;
  const kept = fraction.slice(0, whole === '0' ? Math.max(4, zeros + 2) : 4).replace(/0+$/, '');
  return kept ? `${whole}.${kept}` : whole;
}

function pairOf(text: Pick<Text, 't'>, out: TransactionTransfer, into: TransactionTransfer): string {
  const nameOf = ({ fungible_info, nft_info }: TransactionTransfer) =>
    fungible_info?.symbol ?? nft_info?.name ?? text.t('activity.unnamed');
  return text.t('activity.pair', { first: nameOf(out), second: nameOf(into) });
}

function counterparty(
  text: Pick<Text, 't'>,
  { sentFrom, sentTo }: AccountTransaction['metadata'],
  {
    type,
    moved,
    names,
  }: {
    readonly type: string;
    readonly moved: TransactionTransfer | undefined;
    readonly names: OwnNames;
  },
): string | undefined {
  const account = type === 'receive' ? sentFrom : sentTo;
  // A source that reports the token's contract as the receiver doesn't know who was paid.
  const contract = moved?.fungible_info?.address ?? moved?.nft_info?.contract_address;
  if (!account || contract?.toLowerCase().endsWith(account.toLowerCase())) return undefined;
  const slots = { account: names.get(account.toLowerCase()) ?? shortenAddress(account) };
  return type === 'receive' ? text.t('activity.from', slots) : text.t('activity.to', slots);
}
