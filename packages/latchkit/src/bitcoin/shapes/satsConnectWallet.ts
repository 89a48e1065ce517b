import { isRecord } from '../../core/adapter/untrusted.js';
import type { ChainId } from '../../protocol/caip.js';
import { createError } from '../../protocol/errors.js';
import type { BitcoinWallet } from '../account/BitcoinWallet.js';
import { type BitcoinNetworkName, networkNameOf } from '../account/bitcoinChains.js';
import { readAccounts } from '../account/readAccounts.js';
import { callWallet, listen, requestOf, requireNetwork, textIn } from './answers.js';

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

const NAMES = Object.keys(SATS_NETWORKS) as readonly BitcoinNetworkName[];

type Answer = Readonly<Record<string, unknown>>;

/** The network that an answer names, in the wallet's words; undefined if it names none. */
function networkIn({ network }: Answer): unknown {
  return isRecord(network) && isRecord(network.bitcoin) ? network.bitcoin.name : undefined;
}

/** The accounts of an answer: none on a network that is not known here, such as Testnet3, which has the addresses of Testnet4. */
function accountsIn(answer: Answer) {
  const name = networkIn(answer);
  if (name === undefined) return readAccounts(answer.addresses);
  const current = NAMES.find(one => SATS_NETWORKS[one] === name);
  return current ? readAccounts(answer.addresses, current) : [];
}

/** A wallet with the JSON-RPC methods of sats-connect, such as Xverse. */
export function satsConnectWallet(provider: unknown): BitcoinWallet {
  const silently = async () => accountsIn(await requestOf(provider, 'wallet_getAccount'));
  /** The visitor may have left for another network since, and a request names none. */
  const stays = async (network: BitcoinNetworkName) => {
    const answer = await requestOf(provider, 'wallet_getAccount').catch(() => ({}));
    const name = networkIn(answer);
    if (name !== undefined)
      requireNetwork(
        NAMES.find(one => SATS_NETWORKS[one] === name),
        network,
      );
  };
  return {
    provider,
    async accounts({ silent, chainId }) {
      if (silent) return silently();
      const request = { addresses: PURPOSES, network: satsNetwork(chainId) };
      const answer = await requestOf(provider, 'wallet_connect', request);
      const accounts = accountsIn(answer);
      if (accounts.length === 0 && networkIn(answer) !== undefined)
        throw createError('CONNECTOR_CHAINS_MISMATCH');
      return accounts;
    },
    disconnect: () => callWallet(provider, 'request', 'wallet_disconnect'),
    follow: listener =>
      listen(provider, ['accountChange', 'networkChange', 'disconnect'], () => {
        void silently().then(listener, () => listener([]));
      }),
    async signMessage({ account: { address }, message, format, network }) {
      await stays(network);
      const protocol = format === 'bip322' ? 'BIP322' : 'ECDSA';
      const { signature } = await requestOf(provider, 'signMessage', { address, message, protocol });
      return textIn(signature, 'signature');
    },
    async signPsbt({ psbt, inputs, network }) {
      await stays(network);
      const signInputs: Record<string, number[]> = {};
      for (const { index, account } of inputs) {
        signInputs[account.address] = [...(signInputs[account.address] ?? []), index];
      }
      const answer = await requestOf(provider, 'signPsbt', { psbt, signInputs, broadcast: false });
      return textIn(answer.psbt, 'PSBT');
    },
    async sendTransfer({ to, amount, memo, feeRate, network }) {
      await stays(network);
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
