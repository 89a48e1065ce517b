import { DEVELOPMENT_NETWORKS } from '../../chains/developmentNetworks.js';
import { developmentTokens } from '../../tokens/developmentTokens.js';
import type { OnrampOptions, OnrampTerms, PurchaseNetwork } from '../OnrampProvider.js';
import { onrampRefused } from '../onrampErrors.js';

/** What the exchange sells. */
interface Asset {
  readonly id: string;
  readonly name: string;
  readonly decimals: number;
  /** The exchange's own price, in US dollars. */
  readonly price: bigint;
  /** CAIP-2 ids. */
  readonly chains: readonly string[];
}

const EVM = Object.keys(DEVELOPMENT_NETWORKS).filter(id => id.startsWith('eip155:'));
const SOLANA = Object.keys(DEVELOPMENT_NETWORKS).filter(id => id.startsWith('solana:'));

const ASSETS: readonly Asset[] = [
  { id: 'USDC', name: 'Development dollar', decimals: 6, price: 1n, chains: EVM },
  { id: 'ETH', name: 'Ether', decimals: 18, price: 2_500n, chains: EVM },
  { id: 'SOL', name: 'Solana', decimals: 9, price: 150n, chains: SOLANA },
];

/** US dollars for 100 of each payment currency. */
const RATES: Readonly<Record<string, bigint>> = { USD: 100n, EUR: 110n };

const LIMITS = { card: { min: 10, max: 7_500 }, bank: { min: 10, max: 25_000 } } as const;

const CENT = 2;

/** What the exchange transfers for a payment. */
export interface Deal {
  /** CAIP-2 id. */
  readonly chainId: string;
  /** Address of the token's contract; undefined: the native currency. */
  readonly contract: string | undefined;
  readonly networkName: string;
  readonly decimals: number;
  /** In the smallest units. */
  readonly units: bigint;
  /** In hundredths of the payment currency. */
  readonly fee: bigint;
  /** In hundredths of the payment currency. */
  readonly total: bigint;
}

export function exchangeOptions(): OnrampOptions {
  return {
    purchaseCurrencies: ASSETS.map(({ id, name, chains }) => ({
      id,
      name,
      symbol: id,
      networks: chains.map(chainId => networkOf(chainId, id)),
    })),
    paymentCurrencies: Object.keys(RATES).map(id => ({
      id,
      payment_method_limits: [
        { id: 'card', ...LIMITS.card },
        { id: 'bank', ...LIMITS.bank },
      ],
    })),
  };
}

/**
 * Reads the terms of a purchase.
 *
 * @param fee - In hundredths of a percent.
 * @throws HttpError `ONRAMP_REFUSED` for what the exchange does not sell.
 */
export function dealOf(terms: OnrampTerms, fee: bigint): Deal {
  const asset = ASSETS.find(({ id }) => id === terms.purchaseCurrency);
  const chainId = asset?.chains.find(one => networkOf(one, asset.id).name === terms.network);
  const rate = RATES[terms.paymentCurrency];
  if (!asset || chainId === undefined || rate === undefined)
    throw onrampRefused('The exchange does not sell this');
  const { min, max } = LIMITS[terms.paymentMethod];
  const total = hundredths(terms.amount);
  if (total < BigInt(min) * 100n || total > BigInt(max) * 100n)
    throw onrampRefused(`The amount must be from ${min} to ${max} ${terms.paymentCurrency}`);
  const charged = (total * fee + 9_999n) / 10_000n;
  const dollars = ((total - charged) * rate) / 100n;
  const { contract_address, display_name } = networkOf(chainId, asset.id);
  return {
    chainId,
    contract: contract_address === '' ? undefined : contract_address,
    networkName: display_name,
    decimals: asset.decimals,
    units: (dollars * 10n ** BigInt(asset.decimals)) / (asset.price * 100n),
    fee: charged,
    total,
  };
}

/** A decimal amount in hundredths, rounded down. */
function hundredths(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.slice(0, CENT).padEnd(CENT, '0'));
}

function networkOf(chainId: string, symbol: string): PurchaseNetwork {
  const { name } = DEVELOPMENT_NETWORKS[chainId as keyof typeof DEVELOPMENT_NETWORKS];
  const token = developmentTokens.find(one => one.chainId === chainId && one.symbol === symbol);
  return {
    name: name.toLowerCase().replaceAll(' ', '-'),
    display_name: name,
    chain_id: chainId.slice(chainId.indexOf(':') + 1),
    contract_address: token?.address ?? '',
  };
}
