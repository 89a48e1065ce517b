import { isRecord } from '../../core/adapter/untrusted.js';
import type { SessionWallet } from '../../core/walletConnect/SessionWallet.js';
import type { BitcoinAccount, BitcoinWallet } from '../account/BitcoinWallet.js';
import { BITCOIN, type BitcoinNetworkName } from '../account/bitcoinChains.js';
import { readAccounts } from '../account/readAccounts.js';
import { textIn } from './answers.js';

const NETWORKS = Object.keys(BITCOIN) as readonly BitcoinNetworkName[];

/** Signature hash types (BIP-143, BIP-341): all inputs and outputs. */
const ALL = 1;
const DEFAULT = 0;

/**
 * A wallet elsewhere, with WalletConnect's methods for Bitcoin. Public keys and paths are known if the wallet adds its addresses
 * to the session.
 *
 * @see https://docs.walletconnect.network/wallet-sdk/chain-support/bitcoin
 */
export function sessionWallet(session: SessionWallet): BitcoinWallet {
  const read = () => {
    const details = detailsOf(session.properties());
    return NETWORKS.flatMap(name => {
      const prefix = `${BITCOIN[name]}:`;
      const addresses = session
        .accounts()
        .flatMap(id => (id.startsWith(prefix) ? id.slice(prefix.length) : []));
      const given = [...new Set(addresses)].map(address => ({ ...details.get(address), address }));
      return readAccounts(given, name);
    });
  };
  const ask = async (
    method: string,
    account: BitcoinAccount,
    params: object,
    network: BitcoinNetworkName,
  ) => {
    const answer = await session.request(method, { account: account.address, ...params }, BITCOIN[network]);
    return isRecord(answer) ? answer : {};
  };
  return {
    provider: session,
    async accounts({ silent }) {
      if (silent || read().length === 0) await session.connect(silent);
      return read();
    },
    disconnect: session.disconnect,
    follow: listener => session.onChange(() => listener(read())),
    async signMessage({ account, message, format, network }) {
      const protocol = format === 'bip322' ? 'bip322' : 'ecdsa';
      const params = { address: account.address, message, protocol };
      return textIn((await ask('signMessage', account, params, network)).signature, 'signature');
    },
    async signPsbt({ psbt, inputs, network }) {
      const signInputs = inputs.map(({ index, account: { address } }) => ({
        address,
        index,
        sighashTypes: [/^(bc|tb|bcrt)1p/.test(address) ? DEFAULT : ALL],
      }));
      const [first] = inputs;
      if (!first) throw new TypeError('There is no input to sign.');
      const params = { psbt, signInputs, broadcast: false };
      return textIn((await ask('signPsbt', first.account, params, network)).psbt, 'PSBT');
    },
    async sendTransfer({ account, to, amount, memo, network }) {
      const params = {
        recipientAddress: to,
        amount: `${amount}`,
        ...(memo === undefined ? {} : { memo: hexOf(memo) }),
      };
      return textIn((await ask('sendTransfer', account, params, network)).txid, 'transaction id');
    },
  };
}

/** What the wallet says about its addresses, in the form that `getAccountAddresses` answers. */
function detailsOf(properties: Readonly<Record<string, unknown>>): ReadonlyMap<unknown, object> {
  const given = parsed(properties.bip122_getAccountAddresses);
  const list = Array.isArray(given) ? given.filter(isRecord) : [];
  return new Map(
    list.map(({ address, publicKey, path, intention }) => [address, { publicKey, path, purpose: intention }]),
  );
}

function parsed(value: unknown): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : value;
  } catch {
    return undefined;
  }
}

function hexOf(text: string): string {
  return Array.from(new TextEncoder().encode(text), byte => byte.toString(16).padStart(2, '0')).join('');
}
