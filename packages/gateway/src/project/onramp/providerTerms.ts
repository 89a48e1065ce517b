import type {
  OnrampOptions,
  OnrampTerms,
  ProviderTerms,
  PurchaseNetwork,
  SoldNetwork,
} from './OnrampProvider.js';

/** What a provider sells in a place. */
export interface Sold {
  readonly provider: string;
  readonly options: OnrampOptions<SoldNetwork>;
}

/**
 * What a visitor chose, in the words of one provider. Providers name networks differently, so the one that the page named is looked up
 * by its chain, and the currency by its contract where both know it.
 *
 * @param sold - What all providers sell, in the order in which pages list them.
 * @returns undefined if the provider does not sell this.
 */
export function providerTerms(
  provider: string,
  terms: OnrampTerms,
  sold: readonly Sold[],
): ProviderTerms | undefined {
  const named = sold.flatMap(({ options }) => networksOf(options, terms.purchaseCurrency));
  const chosen = named.find(({ name }) => name === terms.network);
  const own = sold.find(one => one.provider === provider);
  if (!chosen || !own) return undefined;
  const network = networksOf(own.options, terms.purchaseCurrency).find(one => isSameNetwork(one, chosen));
  return network && { ...terms, network: network.name, currencyCode: network.currencyCode };
}

/** Whether two providers mean the same chain, and no two different contracts on it. */
export function isSameNetwork(one: PurchaseNetwork, other: PurchaseNetwork): boolean {
  const contracts = [one.contract_address.toLowerCase(), other.contract_address.toLowerCase()];
  return one.chain_id === other.chain_id && (contracts.includes('') || contracts[0] === contracts[1]);
}

function networksOf(options: OnrampOptions<SoldNetwork>, currency: string): readonly SoldNetwork[] {
  return options.purchaseCurrencies.find(({ id }) => id === currency)?.networks ?? [];
}
