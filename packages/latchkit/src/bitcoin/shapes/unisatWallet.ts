import { isRecord } from '../../core/adapter/untrusted.js';
import type { ChainId } from '../../protocol/caip.js';
import { createError } from '../../protocol/errors.js';
import type { BitcoinWallet } from '../account/BitcoinWallet.js';
import { type BitcoinNetworkName, networkNameOf } from '../account/bitcoinChains.js';
import { readAccounts } from '../account/readAccounts.js';
import { callWallet, hasMethod, listen, requireNetwork, textIn, toHex } from './answers.js';

/** The networks' names in Unisat. */
const CHAINS: Readonly<Record<BitcoinNetworkName, string>> = {
  mainnet: 'BITCOIN_MAINNET',
  testnet4: 'BITCOIN_TESTNET4',
  signet: 'BITCOIN_SIGNET',
  regtest: 'BITCOIN_REGTEST',
};

const SATS_PER_BTC = 100_000_000;

/** How a wallet with Unisat's methods differs from it. */
export interface UnisatOptions {
  /** OKX: connects with `connect`, has no choice of network, and sends amounts in BTC. */
  readonly isOkx: boolean;
}

/** A wallet with Unisat's methods: one account on one current network. */
export function unisatWallet(provider: unknown, { isOkx }: UnisatOptions): BitcoinWallet {
  const call = (method: string, ...args: readonly unknown[]) => callWallet(provider, method, ...args);
  // Without it, only the address tells the network.
  const saysChain = () => hasMethod(provider, 'getChain');
  /** Undefined: a chain that is not Bitcoin's, such as Fractal with its equal addresses, or one that is not known here. */
  const current = async () => {
    const chain = await call('getChain').catch(() => undefined);
    const name = isRecord(chain) ? chain.enum : undefined;
    return (Object.keys(CHAINS) as readonly BitcoinNetworkName[]).find(one => CHAINS[one] === name);
  };
  const readAll = async (addresses: unknown) => {
    const [address] = Array.isArray(addresses) ? addresses : [];
    if (address === undefined) return [];
    const publicKey = await call('getPublicKey').catch(() => undefined);
    const account = { address, publicKey, purpose: 'payment' };
    if (!saysChain()) return readAccounts([account]);
    const network = await current();
    return network ? readAccounts([account], network) : [];
  };
  /** The accounts that the visitor approved. @throws CONNECTOR_CHAINS_MISMATCH if there are none on the wallet's chain. */
  const approved = async (addresses: unknown) => {
    const accounts = await readAll(addresses);
    if (accounts.length === 0 && Array.isArray(addresses) && addresses.length > 0) {
      throw createError('CONNECTOR_CHAINS_MISMATCH');
    }
    return accounts;
  };
  /** The visitor may have left for another chain since, and a request names none. */
  const stays = async (network: BitcoinNetworkName) => {
    if (saysChain()) requireNetwork(await current(), network);
  };
  const silently = async () => readAll(await call('getAccounts'));
  const switchTo = async (chainId: ChainId) => {
    const name = networkNameOf(chainId);
    if (!isOkx && name && (await current()) !== name) await call('switchChain', CHAINS[name]);
  };
  return {
    provider,
    async accounts({ silent, chainId }) {
      if (silent) return silently();
      if (isOkx) {
        const answer = await call('connect');
        return approved(isRecord(answer) ? [answer.address] : []);
      }
      const addresses = await call('requestAccounts');
      if (!chainId) return approved(addresses);
      await switchTo(chainId);
      return approved(await call('getAccounts'));
    },
    disconnect: () => call('disconnect'),
    follow: listener =>
      listen(provider, ['accountsChanged', 'networkChanged', 'chainChanged'], () => {
        void silently().then(listener, () => listener([]));
      }),
    ...(isOkx
      ? {}
      : {
          async switchNetwork({ caipNetworkId }) {
            await switchTo(caipNetworkId);
            return silently();
          },
        }),
    async signMessage({ message, format, network }) {
      await stays(network);
      const type = format === 'bip322' ? 'bip322-simple' : 'ecdsa';
      return textIn(await call('signMessage', message, type), 'signature');
    },
    async signPsbt({ psbt, inputs, network }) {
      await stays(network);
      const toSignInputs = inputs.map(({ index, account }) => ({ index, address: account.address }));
      return textIn(await call('signPsbt', toHex(psbt), { autoFinalized: false, toSignInputs }), 'PSBT');
    },
    async sendTransfer({ account, to, amount, memo, feeRate, network }) {
      await stays(network);
      if (!isOkx) {
        const options = {
          ...(memo === undefined ? {} : { memo }),
          ...(feeRate === undefined ? {} : { feeRate }),
        };
        return textIn(await call('sendBitcoin', to, amount, options), 'transaction id');
      }
      const value = (amount / SATS_PER_BTC).toFixed(8);
      const order = {
        from: account.address,
        to,
        value,
        ...(feeRate === undefined ? {} : { satBytes: feeRate }),
        ...(memo === undefined ? {} : { memo }),
      };
      const answer = await call('send', order);
      return textIn(isRecord(answer) ? answer.txhash : undefined, 'transaction id');
    },
  };
}
