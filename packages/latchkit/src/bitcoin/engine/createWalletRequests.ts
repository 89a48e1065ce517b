import type { AccountReference } from '../../core/adapter/ChainAdapter.js';
import type { CaipNetwork } from '../../core/adapter/Network.js';
import { accountIn } from '../../core/adapter/wallets/accountIn.js';
import type { WalletSession } from '../../core/adapter/wallets/createSessions.js';
import type { EngineContext } from '../../core/adapter/wallets/EngineContext.js';
import { walletError } from '../../core/adapter/wallets/walletError.js';
import { base64 } from '../../protocol/bytes.js';
import { createError } from '../../protocol/errors.js';
import { isBitcoinAddress } from '../../protocol/isBitcoinAddress.js';
import type { BitcoinAccount, BitcoinWallet } from '../account/BitcoinWallet.js';
import { type BitcoinNetworkName, networkNameOf, networksOf } from '../account/bitcoinChains.js';
import type { MessageFormat, SignedMessage } from '../BitcoinActions.js';
import { toBase64 } from '../shapes/answers.js';
import type { BitcoinEngine } from './createEngine.js';

/** Requests to a connected wallet. */
export type WalletRequests = Pick<BitcoinEngine, 'signMessage' | 'signText' | 'signPsbt' | 'sendTransfer'>;

interface Asked {
  readonly session: WalletSession<BitcoinWallet>;
  readonly account: BitcoinAccount;
}

/** Creates the requests to connected wallets. A refusal is always REQUEST_REJECTED. */
export function createWalletRequests(context: EngineContext<BitcoinWallet>): WalletRequests {
  const request = async <T>(reference: AccountReference, ask: (asked: Asked) => Promise<T>): Promise<T> => {
    try {
      return await ask(accountIn(context.sessions, reference));
    } catch (error) {
      throw walletError(error, 'REQUEST_REJECTED', 'REQUEST_FAILED');
    }
  };
  return {
    // BIP-322 is the only format that all types of addresses have.
    signMessage: reference =>
      request(reference, async asked => {
        const { network } = asked.session;
        return (await signed(asked, reference.message, 'bip322', network)).signature;
      }),
    signText: reference =>
      request(reference, asked => signed(asked, reference.message, reference.format, reference.network)),
    signPsbt: reference =>
      request(reference, async ({ session }) => {
        const { signPsbt } = await import('./signPsbt.js');
        return signPsbt(session, { ...reference, network: nameOf(reference.network) });
      }),
    sendTransfer: reference =>
      request(reference, async ({ session: { wallet }, account }) => {
        const { to, amount, memo, feeRate } = reference;
        const network = nameOf(reference.network);
        if (!isBitcoinAddress(to) || !networksOf(to).includes(network)) throw createError('INVALID_ADDRESS');
        if (amount <= 0n || amount > MOST_SATS) {
          throw createError('INVALID_TRANSACTION', {
            details: 'The amount is not between 1 sat and 21 million BTC.',
          });
        }
        if (!wallet.sendTransfer) {
          throw createError('REQUEST_FAILED', { details: 'The wallet cannot send a transfer.' });
        }
        return wallet.sendTransfer({ account, to, amount: Number(amount), memo, feeRate, network });
      }),
  };
}

/** All bitcoins, in sats. */
const MOST_SATS = 2_100_000_000_000_000n;

async function signed(
  { session: { wallet }, account }: Asked,
  message: string,
  format: MessageFormat,
  network: CaipNetwork,
): Promise<SignedMessage> {
  const answer = await wallet.signMessage({ account, message, format, network: nameOf(network) });
  // The prefix of newer BIP-322 signatures is not part of the base64.
  const signature = toBase64(answer.replace(/^smp/, ''));
  return { signature, format: formatOf(signature), address: account.address };
}

/** Length in bytes of a recoverable signature (BIP-137). Its first byte is 27 to 42; a witness starts with its count of items. */
const RECOVERABLE = 65;

function formatOf(signature: string): MessageFormat {
  const bytes = base64.decode(signature);
  const [first = 0] = bytes;
  return bytes.length === RECOVERABLE && first >= 27 && first <= 42 ? 'ecdsa' : 'bip322';
}

/** @throws NETWORK_NOT_FOUND for a network that is not Bitcoin's. */
function nameOf({ caipNetworkId }: CaipNetwork): BitcoinNetworkName {
  const name = networkNameOf(caipNetworkId);
  if (name) return name;
  throw createError('NETWORK_NOT_FOUND', { context: { caipNetworkId } });
}
