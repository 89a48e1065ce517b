import type { AccountReference, AdapterHost, ChainAdapter } from '../../core/adapter/ChainAdapter.js';
import { accountIn } from '../../core/adapter/wallets/accountIn.js';
import { createConnections } from '../../core/adapter/wallets/createConnections.js';
import type { WalletDiscovery } from '../../core/adapter/wallets/createWalletDiscovery.js';
import { walletError } from '../../core/adapter/wallets/walletError.js';
import { createError } from '../../protocol/errors.js';
import type { PolkadotWallet } from '../account/PolkadotWallet.js';
import type { PolkadotActions } from '../PolkadotActions.js';

/** The working part of the adapter, loaded on intent. */
export type PolkadotEngine = Pick<
  ChainAdapter,
  'connect' | 'reconnect' | 'disconnect' | 'switchNetwork' | 'getProvider' | 'signMessage'
> &
  PolkadotActions;

export function createEngine(host: AdapterHost, discovery: WalletDiscovery<PolkadotWallet>): PolkadotEngine {
  const { context, ...connections } = createConnections(host, discovery, ({ chains }, chainId) =>
    chains.includes(chainId),
  );
  const signed = async (reference: AccountReference & { readonly message: string }): Promise<string> => {
    const { session, account } = accountIn(context.sessions, reference);
    const { signer } = session.wallet.extension();
    if (!signer.signRaw) throw createError('REQUEST_FAILED', { details: 'The wallet cannot sign texts.' });
    const data = toHex(`<Bytes>${reference.message}</Bytes>`);
    const { signature } = await signer.signRaw({ address: account.own, data, type: 'bytes' });
    if (typeof signature === 'string' && /^0x(?:[0-9a-f]{2}){64,66}$/i.test(signature)) return signature;
    throw new TypeError('The wallet answered no signature.');
  };
  return {
    ...connections,
    signMessage: reference =>
      signed(reference).catch(error => {
        throw walletError(error, 'REQUEST_REJECTED', 'REQUEST_FAILED');
      }),
    async signerOf(reference) {
      const { session, account } = accountIn(context.sessions, reference);
      const { signPayload, signRaw } = session.wallet.extension().signer;
      if (!signPayload || !signRaw) {
        throw createError('REQUEST_FAILED', { details: 'The wallet cannot sign transactions.' });
      }
      const { getPolkadotSignerFromPjs } = await import('@polkadot-api/pjs-signer');
      return getPolkadotSignerFromPjs(
        account.own,
        signPayload as Parameters<typeof getPolkadotSignerFromPjs>[1],
        signRaw as unknown as Parameters<typeof getPolkadotSignerFromPjs>[2],
      );
    },
  };
}

/** Wallets sign raw bytes only between these tags, so that no transaction is signed as a text. */
function toHex(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return `0x${Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')}`;
}
