import { isRecord } from '../../core/adapter/untrusted.js';
import { base64 } from '../../protocol/bytes.js';
import type { BitcoinAccount, BitcoinWallet } from '../account/BitcoinWallet.js';
import type { BitcoinNetworkName } from '../account/bitcoinChains.js';
import { readAccounts } from '../account/readAccounts.js';
import { callWallet, textIn } from './answers.js';
import { PURPOSES, SATS_NETWORKS, satsNetwork } from './satsConnectWallet.js';

/**
 * A wallet with the first methods of sats-connect, such as Magic Eden: each takes one unsecured JSON Web Token (RFC 7519, section
 * 6).
 */
export function tokenWallet(provider: unknown): BitcoinWallet {
  const ask = (method: string, payload: Readonly<Record<string, unknown>>) =>
    callWallet(provider, method, unsecuredToken(payload));
  const networkOf = (network: BitcoinNetworkName) => ({ type: SATS_NETWORKS[network] });
  return {
    provider,
    async accounts({ silent, chainId }) {
      if (silent) return [];
      const request = { purposes: PURPOSES, network: { type: satsNetwork(chainId) } };
      const answer = await ask('connect', request);
      return readAccounts(isRecord(answer) ? answer.addresses : undefined);
    },
    follow: () => () => {},
    async signMessage({ account: { address }, message, format, network }) {
      const protocol = format === 'bip322' ? 'BIP322' : 'ECDSA';
      const answer = await ask('signMessage', { address, message, protocol, network: networkOf(network) });
      return textIn(answer, 'signature');
    },
    async signPsbt({ psbt, inputs, network }) {
      const request = {
        psbtBase64: psbt,
        inputsToSign: inputsOf(inputs),
        broadcast: false,
        network: networkOf(network),
      };
      const answer = await ask('signTransaction', request);
      return textIn(isRecord(answer) ? answer.psbtBase64 : undefined, 'PSBT');
    },
    async sendTransfer({ account, to, amount, network }) {
      const recipients = [{ address: to, amountSats: String(amount) }];
      const request = { recipients, senderAddress: account.address, network: networkOf(network) };
      return textIn(await ask('sendBtcTransaction', request), 'transaction id');
    },
  };
}

function unsecuredToken(payload: Readonly<Record<string, unknown>>): string {
  const part = (value: unknown) => base64.encodeUrl(new TextEncoder().encode(JSON.stringify(value)));
  return `${part({ typ: 'JWT', alg: 'none' })}.${part(payload)}.`;
}

function inputsOf(inputs: readonly { readonly index: number; readonly account: BitcoinAccount }[]) {
  const addresses = [...new Set(inputs.map(({ account }) => account.address))];
  return addresses.map(address => ({
    address,
    signingIndexes: inputs.filter(one => one.account.address === address).map(({ index }) => index),
  }));
}
