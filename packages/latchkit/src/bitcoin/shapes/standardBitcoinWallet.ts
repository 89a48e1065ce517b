import type { StandardWallet } from '../../core/adapter/ProviderOf.js';
import {
  accountsAfter,
  askFeature,
  followFeature,
  hasFeature,
} from '../../core/adapter/wallets/callFeature.js';
import { base64 } from '../../protocol/bytes.js';
import { createError } from '../../protocol/errors.js';
import type { BitcoinAccount, BitcoinWallet } from '../account/BitcoinWallet.js';
import type { BitcoinNetworkName } from '../account/bitcoinChains.js';
import { readAccounts } from '../account/readAccounts.js';
import { callWallet } from './answers.js';

/** The networks' names in Wallet Standard. */
export const STANDARD_CHAINS: Readonly<Record<BitcoinNetworkName, string>> = {
  mainnet: 'bitcoin:mainnet',
  testnet4: 'bitcoin:testnet4',
  signet: 'bitcoin:signet',
  regtest: 'bitcoin:regtest',
};

const NAMES = Object.keys(STANDARD_CHAINS) as readonly BitcoinNetworkName[];

/** Reads accounts, each for the chains that it names: other networks may have the same addresses. */
function readNamed(given: unknown): readonly BitcoinAccount[] {
  const all: readonly unknown[] = Array.isArray(given) ? given : [];
  return NAMES.flatMap(name =>
    readAccounts(
      all.filter(one => chainsOf(one).includes(STANDARD_CHAINS[name])),
      name,
    ),
  );
}

function chainsOf(account: unknown): readonly unknown[] {
  try {
    const { chains } = account as Partial<Record<string, unknown>>;
    return Array.isArray(chains) ? chains : [];
  } catch {
    return [];
  }
}

/** A wallet of Wallet Standard with the features `bitcoin:*`. */
export function standardBitcoinWallet(provider: StandardWallet): BitcoinWallet {
  const ask = async (feature: string, input: unknown, name: string): Promise<string> => {
    const answer = await callWallet({ run: () => askFeature(provider, feature, input) }, 'run');
    const output = (Array.isArray(answer) ? answer[0] : answer) as
      | Partial<Record<string, unknown>>
      | undefined;
    const bytes = output?.[name];
    // Wallets run in another realm, where `instanceof` fails for their arrays.
    if (!ArrayBuffer.isView(bytes)) throw new TypeError(`The wallet answered no ${name}.`);
    return base64.encode(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  };
  const psbtFeature = () =>
    hasFeature(provider, 'bitcoin:signPsbt') ? 'bitcoin:signPsbt' : 'bitcoin:signTransaction';
  return {
    provider,
    async accounts({ silent }) {
      // The feature has no silent mode: a wallet that remembers the page lists its accounts.
      if (silent && !hasFeature(provider, 'standard:connect')) return readNamed([...provider.accounts]);
      const [feature, input] = hasFeature(provider, 'standard:connect')
        ? ['standard:connect', silent ? { silent } : {}]
        : ['bitcoin:connect', { purposes: ['payment', 'ordinals'] }];
      const answer = await callWallet({ run: () => askFeature(provider, feature, input) }, 'run');
      const answered = readNamed((answer as { readonly accounts?: unknown } | undefined)?.accounts);
      return answered.length > 0 ? answered : readNamed([...provider.accounts]);
    },
    async disconnect() {
      if (hasFeature(provider, 'standard:disconnect')) await askFeature(provider, 'standard:disconnect');
    },
    follow: listener =>
      followFeature(provider, change => listener(readNamed(accountsAfter(provider, change)))),
    signMessage: ({ account, message }) =>
      ask(
        'bitcoin:signMessage',
        { account: account.own, message: new TextEncoder().encode(message) },
        'signature',
      ),
    signPsbt: ({ psbt, inputs, network }) =>
      ask(
        psbtFeature(),
        { psbt: base64.decode(psbt), inputsToSign: byAccount(inputs), chain: STANDARD_CHAINS[network] },
        'signedPsbt',
      ),
    async sendTransfer({ account, to, amount, memo, feeRate, network }) {
      if (!hasFeature(provider, 'bitcoin:sendTransfer')) {
        throw createError('REQUEST_FAILED', { details: 'The wallet cannot send a transfer.' });
      }
      const input = {
        account: account.own,
        recipient: to,
        amount,
        memo,
        feeRate,
        chain: STANDARD_CHAINS[network],
      };
      const answer = await callWallet(
        { run: () => askFeature(provider, 'bitcoin:sendTransfer', input) },
        'run',
      );
      const output = (Array.isArray(answer) ? answer[0] : answer) as
        | Partial<Record<string, unknown>>
        | undefined;
      if (typeof output?.txid === 'string') return output.txid;
      throw new TypeError('The wallet answered no txid.');
    },
  };
}

function byAccount(inputs: readonly { readonly index: number; readonly account: BitcoinAccount }[]) {
  const accounts = [...new Set(inputs.map(({ account }) => account))];
  return accounts.map(account => ({
    account: account.own,
    signingIndexes: inputs.filter(one => one.account === account).map(({ index }) => index),
  }));
}
