import type { CaipNetwork, Storage } from 'latchkit';
import type { WalletKeys } from './walletKeys.js';

/** The account and the EVM network that the visitor chose last; outlives a reload. */
export interface Choice {
  /** Place among the keys. */
  account(): number;
  network(): CaipNetwork;
  chooseAccount(index: number): void;
  chooseNetwork(network: CaipNetwork): void;
}

const ACCOUNT = 'account';
const NETWORK = 'network';

export function createChoice(
  storage: Storage,
  keys: WalletKeys,
  [first, ...others]: readonly [CaipNetwork, ...CaipNetwork[]],
): Choice {
  return {
    account() {
      const index = Number(storage.getItem(ACCOUNT));
      return keys[index] === undefined ? 0 : index;
    },
    network: () => others.find(({ caipNetworkId }) => caipNetworkId === storage.getItem(NETWORK)) ?? first,
    chooseAccount: index => storage.setItem(ACCOUNT, `${index}`),
    chooseNetwork: ({ caipNetworkId }) => storage.setItem(NETWORK, caipNetworkId),
  };
}
