import type { BitcoinWallet } from '../account/BitcoinWallet.js';
import type { BitcoinNetworkName } from '../account/bitcoinChains.js';
import { readAccounts } from '../account/readAccounts.js';
import { requestOf, textIn, toHex } from './answers.js';

/** The networks' names in Leather. */
const NETWORKS: Readonly<Record<BitcoinNetworkName, string>> = {
  mainnet: 'mainnet',
  testnet4: 'testnet4',
  signet: 'signet',
  regtest: 'regtest',
};

/** Leather: JSON-RPC with its own parameters. It cannot be asked without a prompt, so a reload ends its connection. */
export function leatherWallet(provider: unknown): BitcoinWallet {
  return {
    provider,
    async accounts({ silent }) {
      if (silent) return [];
      return readAccounts((await requestOf(provider, 'getAddresses')).addresses);
    },
    follow: () => () => {},
    async signMessage({ account, message, network }) {
      const paymentType = /^(bc|tb|bcrt)1p/.test(account.address) ? 'p2tr' : 'p2wpkh';
      const request = { message, paymentType, network: NETWORKS[network] };
      return textIn((await requestOf(provider, 'signMessage', request)).signature, 'signature');
    },
    async signPsbt({ psbt, inputs, network }) {
      const signAtIndex = inputs.map(({ index }) => index);
      const request = { hex: toHex(psbt), signAtIndex, network: NETWORKS[network], broadcast: false };
      return textIn((await requestOf(provider, 'signPsbt', request)).hex, 'PSBT');
    },
    async sendTransfer({ to, amount, network }) {
      // It takes amounts as text.
      const recipients = [{ address: to, amount: String(amount) }];
      const answer = await requestOf(provider, 'sendTransfer', { recipients, network: NETWORKS[network] });
      return textIn(answer.txid, 'transaction id');
    },
  };
}
