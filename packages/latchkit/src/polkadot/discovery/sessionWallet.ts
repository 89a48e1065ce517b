import type { AdapterHost } from '../../core/adapter/ChainAdapter.js';
import { isRecord } from '../../core/adapter/untrusted.js';
import type { SessionWallet } from '../../core/walletConnect/SessionWallet.js';
import type { InjectedExtension } from '../account/InjectedExtension.js';
import type { PolkadotWallet } from '../account/PolkadotWallet.js';
import { readAccounts } from '../account/readAccounts.js';

/**
 * A wallet elsewhere, with WalletConnect's methods for Polkadot, in the form of an extension.
 *
 * @see https://docs.walletconnect.network/wallet-sdk/chain-support/polkadot
 */
export function sessionWallet(session: SessionWallet, host: AdapterHost): PolkadotWallet {
  const parts = () =>
    session.accounts().map(id => ({ id, chainId: id.slice(0, id.lastIndexOf(':')), address: addressIn(id) }));
  const read = () =>
    host.networks().flatMap(network => {
      const own = parts().filter(({ chainId }) => chainId === network.caipNetworkId);
      return readAccounts(own, [network]);
    });
  const ask = (method: string, address: string, params: object) => {
    const account = parts().find(one => one.address === address);
    if (!account) throw new TypeError('The wallet has not approved the account.');
    return session.request(method, { address, ...params }, account.chainId);
  };
  const extension: InjectedExtension = {
    accounts: {
      get: async () => parts(),
      subscribe: listener => session.onChange(() => listener(parts())),
    },
    signer: {
      async signRaw({ address, data }) {
        const answer = await ask('polkadot_signMessage', address, { message: textOf(data) });
        return { signature: isRecord(answer) ? `${answer.signature}` : '' };
      },
      async signPayload(payload: { readonly address: string }) {
        return ask('polkadot_signTransaction', payload.address, { transactionPayload: payload });
      },
    },
  };
  return {
    provider: session,
    async accounts({ silent }) {
      if (silent || read().length === 0) await session.connect(silent);
      return read();
    },
    disconnect: session.disconnect,
    follow: listener => session.onChange(() => listener(read())),
    extension: () => extension,
  };
}

function addressIn(id: string): string {
  return id.slice(id.lastIndexOf(':') + 1);
}

/** The wallet receives the text that an extension receives as bytes. */
function textOf(hex: string): string {
  const bytes = Uint8Array.from(hex.slice(2).match(/../g) ?? [], byte => Number.parseInt(byte, 16));
  return new TextDecoder().decode(bytes);
}
