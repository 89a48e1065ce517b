import { isRecord } from '../../core/adapter/untrusted.js';
import type { ChainId } from '../../protocol/caip.js';
import type { BitcoinWallet } from '../account/BitcoinWallet.js';
import { type BitcoinNetworkName, networkNameOf } from '../account/bitcoinChains.js';
import { readAccounts } from '../account/readAccounts.js';
import { callWallet, listen, requestOf, textIn } from './answers.js';

/** The networks' names in sats-connect. */
export const SATS_NETWORKS: Readonly<Record<BitcoinNetworkName, string>> = {
  mainnet: 'Mainnet',
  testnet4: 'Testnet4',
  signet: 'Signet',
  regtest: 'Regtest',
};

export const PURPOSES = ['payment', 'ordinals'];

/** The name of a network in sats-connect; mainnet if the host asks for none. */
export const satsNetwork = (chainId: ChainId | undefined) =>
  SATS_NETWORKS[(chainId && networkNameOf(chainId)) ?? 'mainnet'];

/** A wallet with the JSON-RPC methods of sats-connect, such as Xverse. */
export function satsConnectWallet(provider: unknown): BitcoinWallet {
  const silently = async () => readAccounts((await requestOf(provider, 'wallet_getAccount')).addresses);
  return {
    provider,
    async accounts({ silent, chainId }) {
      if (silent) return silently();
      const request = { addresses: PURPOSES, network: satsNetwork(chainId) };
      return readAccounts((await requestOf(provider, 'wallet_connect', request)).addresses);
    },
    disconnect: () => callWallet(provider, 'request', 'wallet_disconnect'),
    follow: listener =>
      listen(provider, ['accountChange', 'networkChange', 'disconnect'], () => {
        void silently().then(listener, () => listener([]));
      }),
    async signMessage({ account: { address }, message, format }) {
      const protocol = format === 'bip322' ? 'BIP322' : 'ECDSA';
      const { signature } = await requestOf(provider, 'signMessage', { address, message, protocol });
      return textIn(signature, 'signature');
    },
    async signPsbt({ psbt, inputs }) {
      const signInputs: Record<string, number[]> = {};
      for (const { index, account } of inputs) {
        signInputs[account.address] = [...(signInputs[account.address] ?? []), index];
      }
      const answer = await requestOf(provider, 'signPsbt', { psbt, signInputs, broadcast: false });
      return textIn(answer.psbt, 'PSBT');
    },
    async sendTransfer({ to, amount, memo, feeRate }) {
      const recipients = [{ address: to, amount }];
      const answer = await requestOf(provider, 'sendTransfer', {
        recipients,
        ...(memo === undefined ? {} : { memo }),
        ...(feeRate === undefined ? {} : { feeRate }),
      });
      return textIn(isRecord(answer) ? answer.txid : undefined, 'transaction id');
    },
  };
}
