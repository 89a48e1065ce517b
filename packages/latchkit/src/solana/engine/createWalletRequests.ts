import type { AccountReference } from '../../core/adapter/ChainAdapter.js';
import type { CaipNetwork } from '../../core/adapter/Network.js';
import type { StandardWallet } from '../../core/adapter/ProviderOf.js';
import { isRecord } from '../../core/adapter/untrusted.js';
import { accountIn } from '../../core/adapter/wallets/accountIn.js';
import { askFeature, hasFeature } from '../../core/adapter/wallets/callFeature.js';
import type { WalletSession } from '../../core/adapter/wallets/createSessions.js';
import type { EngineContext } from '../../core/adapter/wallets/EngineContext.js';
import { walletError } from '../../core/adapter/wallets/walletError.js';
import { base64 } from '../../protocol/bytes.js';
import { createError } from '../../protocol/errors.js';
import type { SiwxMessage } from '../../protocol/siwx/SiwxMessage.js';
import { solanaChainName } from '../../protocol/siwx/solanaChainName.js';
import { toBase58 } from '../chain/base58.js';
import { walletChain } from '../chain/walletChain.js';
import { readAccounts, type SolanaAccount } from '../discovery/readAccounts.js';
import type { SolanaWallet } from '../discovery/solanaWallet.js';
import type { SolanaEngine } from '../SolanaEngine.js';
import { type ReadTransaction, readTransaction } from './readTransaction.js';
import { sendSigned } from './sendSigned.js';

/** Requests to a connected wallet. */
export type WalletRequests = Pick<
  SolanaEngine,
  'signMessage' | 'signIn' | 'signTransaction' | 'sendTransaction'
>;

interface Asked {
  readonly session: WalletSession<SolanaWallet>;
  readonly account: SolanaAccount;
}

/** Creates the requests to connected wallets. A refusal is always REQUEST_REJECTED. */
export function createWalletRequests(context: EngineContext<SolanaWallet>): WalletRequests {
  const request = async <T>(reference: AccountReference, ask: (asked: Asked) => Promise<T>): Promise<T> => {
    try {
      return await ask(accountIn(context.sessions, reference));
    } catch (error) {
      throw walletError(error, 'REQUEST_REJECTED', 'REQUEST_FAILED');
    }
  };

  return {
    signMessage: reference =>
      request(
        reference,
        async ({
          session: {
            wallet: { provider },
          },
          account: { account },
        }) => {
          const message = new TextEncoder().encode(reference.message);
          const output = await askOne(provider, 'solana:signMessage', { account, message });
          return toBase58(bytesOf(output, 'signature'));
        },
      ),
    signIn: reference =>
      request(
        reference,
        async ({
          session: {
            wallet: { provider },
          },
          account,
        }) => {
          if (!hasFeature(provider, 'solana:signIn')) return undefined;
          const output = await askOne(provider, 'solana:signIn', signInInput(reference.message));
          const [signer] = readAccounts([output.account]);
          if (signer?.address !== account.address) {
            throw createError('REQUEST_FAILED', { details: 'The wallet signed in with another account.' });
          }
          return {
            text: new TextDecoder().decode(bytesOf(output, 'signedMessage')),
            signature: toBase58(bytesOf(output, 'signature')),
          };
        },
      ),
    signTransaction: reference =>
      request(reference, async asked => {
        const { bytes, options } = readTransaction(reference.transaction);
        return base64.encode(await signed(asked, reference.network, bytes, options));
      }),
    sendTransaction: reference =>
      request(reference, async asked => {
        const { network } = reference;
        const { bytes, options } = readTransaction(reference.transaction);
        const { session, account } = asked;
        if (!hasFeature(session.wallet.provider, 'solana:signAndSendTransaction')) {
          return sendSigned(context.host, network, await signed(asked, network, bytes, options), options);
        }
        const chain = chainOf(account, network);
        const input = { account: account.account, transaction: bytes, chain, options };
        const output = await askOne(session.wallet.provider, 'solana:signAndSendTransaction', input);
        return toBase58(bytesOf(output, 'signature'));
      }),
  };
}

/**
 * Returns the wallet's name of the network, so that it signs for no other. @throws REQUEST_FAILED it doesn't know the
 * network.
 */
function chainOf({ chains }: SolanaAccount, { caipNetworkId, name }: CaipNetwork): string {
  const chain = walletChain(chains, caipNetworkId);
  if (chain) return chain;
  throw createError('REQUEST_FAILED', { details: `The wallet's account cannot be used on ${name}.` });
}

async function signed(
  {
    session: {
      wallet: { provider },
    },
    account,
  }: Asked,
  network: CaipNetwork,
  transaction: Uint8Array,
  { preflightCommitment, minContextSlot }: ReadTransaction['options'],
): Promise<Uint8Array> {
  const output = await askOne(provider, 'solana:signTransaction', {
    account: account.account,
    transaction,
    chain: chainOf(account, network),
    options: {
      ...(preflightCommitment && { preflightCommitment }),
      ...(minContextSlot !== undefined && { minContextSlot }),
    },
  });
  return bytesOf(output, 'signedTransaction');
}

/** Sends one input; wallets respond with a list that has one result per input. */
async function askOne(
  wallet: StandardWallet,
  feature: string,
  input: unknown,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await askFeature(wallet, feature, input);
  const output: unknown = Array.isArray(answer) ? answer[0] : answer;
  if (typeof output === 'object' && output !== null) return output as Readonly<Record<string, unknown>>;
  throw new TypeError(`The wallet returned no result for ${feature}.`);
}

/** Returns the bytes of a result. */
function bytesOf(output: Readonly<Record<string, unknown>>, name: string): Uint8Array {
  const bytes = output[name];
  // Wallets run in another realm, where `instanceof` fails for their arrays.
  if (ArrayBuffer.isView(bytes))
    return Uint8Array.from(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const numbers = isRecord(bytes) ? (Array.isArray(bytes.data) ? bytes.data : numbersOf(bytes)) : bytes;
  if (Array.isArray(numbers) && numbers.length > 0 && numbers.length <= MOST_BYTES && numbers.every(isByte))
    return Uint8Array.from(numbers);
  throw new TypeError(`The wallet answered no ${name}.`);
}

/** More than a transaction of any version has. */
const MOST_BYTES = 4_096;

const isByte = (one: unknown) => Number.isInteger(one) && Number(one) >= 0 && Number(one) <= 255;

/** The bytes of an array that crossed a wallet's processes as JSON: an object with a number for each place. */
function numbersOf(bytes: Readonly<Record<string, unknown>>): readonly unknown[] {
  const places = Object.keys(bytes).slice(0, MOST_BYTES + 1);
  return places.every((place, index) => place === String(index)) ? places.map(place => bytes[place]) : [];
}

/** Converts a sign-in message to the fields that Solana wallets use. */
function signInInput({ accountAddress, chainId, scheme, domain, ...fields }: SiwxMessage): unknown {
  return {
    ...fields,
    domain: scheme === undefined ? domain : `${scheme}://${domain}`,
    address: accountAddress,
    chainId: solanaChainName(chainId),
  };
}
