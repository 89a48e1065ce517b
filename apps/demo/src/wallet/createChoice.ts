import type { CaipNetwork, Storage } from 'latchkit';
import type { WalletKeys } from './walletKeys.js';

/** The account and EVM network that the user selected last; survives a reload. */
export interface Choice {
  /** Index among the keys. */
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
