import type { CaipNetwork } from 'latchkit';
import { CopyAddress } from './CopyAddress.js';
import type { DemoWallet } from './createDemoWallet.js';
import type { WalletState } from './WalletState.js';
import type { WalletKeys } from './walletKeys.js';

interface AccountCardProps {
  readonly wallet: DemoWallet;
  readonly state: WalletState;
  readonly keys: WalletKeys;
  readonly networks: readonly CaipNetwork[];
}

/** The account and the network that pages see, with controls to change them. */
export function AccountCard({ wallet, state, keys, networks }: AccountCardProps) {
  const { evm, solana } = keys[state.account] ?? keys[0];
  const choices = networks.filter(({ chainNamespace }) => chainNamespace === 'eip155');
  return (
    <section className="group" aria-labelledby="account">
      <h2 id="account">Your side</h2>
      <div className="pair">
        <label className="field choice">
          <span>Account</span>
          <select
            value={state.account}
            onChange={event => wallet.chooseAccount(Number(event.currentTarget.value))}
          >
            {keys.map((one, index) => (
              <option key={one.evm.address} value={index}>
                Account {index + 1}
              </option>
            ))}
          </select>
        </label>
        <label className="field choice">
          <span>Network</span>
          <select
            value={state.network.caipNetworkId}
            onChange={event => {
              const chosen = choices.find(one => one.caipNetworkId === event.currentTarget.value);
              if (chosen) wallet.chooseNetwork(chosen);
            }}
          >
            {choices.map(({ caipNetworkId, name }) => (
              <option key={caipNetworkId} value={caipNetworkId}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      <ul className="rows">
        <li>
          <CopyAddress kind="EVM" address={evm.address} />
        </li>
        <li>
          <CopyAddress kind="Solana" address={solana.address} />
        </li>
      </ul>
    </section>
  );
}
