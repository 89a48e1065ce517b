import type { AccountReference } from '../../core/adapter/ChainAdapter.js';
import type { CaipNetwork } from '../../core/adapter/Network.js';
import { base64 } from '../../protocol/bytes.js';
import { createError } from '../../protocol/errors.js';
import type { SiwxMessage } from '../../protocol/siwx/SiwxMessage.js';
import { solanaChainName } from '../../protocol/siwx/solanaChainName.js';
import { toBase58 } from '../chain/base58.js';
import { walletChain } from '../chain/walletChain.js';
import type { SolanaEngine } from '../SolanaEngine.js';
import { askFeature, type FeatureName, hasFeature } from './callFeature.js';
import type { WalletSession } from './createSessions.js';
import type { EngineContext } from './EngineContext.js';
import { readAccounts, type WalletAccount } from './readAccounts.js';
import { type ReadTransaction, readTransaction } from './readTransaction.js';
import { sendSigned } from './sendSigned.js';
import { walletError } from './walletError.js';

/** Requests to a connected wallet. */
export type WalletRequests = Pick<
  SolanaEngine,
  'signMessage' | 'signIn' | 'signTransaction' | 'sendTransaction'
>;

interface Asked {
  readonly session: WalletSession;
  readonly account: WalletAccount;
}

/** Creates the requests to connected wallets. A refusal is always REQUEST_REJECTED. */
export function createWalletRequests(context: EngineContext): WalletRequests {
  const request = async <T>(reference: AccountReference, ask: (asked: Asked) => Promise<T>): Promise<T> => {
    try {
      return await ask(accountOf(context, reference));
    } catch (error) {
      throw walletError(error, 'REQUEST_REJECTED', 'REQUEST_FAILED');
    }
  };

  return {
    signMessage: reference =>
      request(reference, async ({ session: { wallet }, account: { account } }) => {
        const message = new TextEncoder().encode(reference.message);
        const output = await askOne(wallet, 'solana:signMessage', { account, message });
        return toBase58(bytesOf(output, 'signature'));
      }),
    signIn: reference =>
      request(reference, async ({ session: { wallet }, account }) => {
        if (!hasFeature(wallet, 'solana:signIn')) return undefined;
        const output = await askOne(wallet, 'solana:signIn', signInInput(reference.message));
        const [signer] = readAccounts([output.account]);
        if (signer?.address !== account.address) {
          throw createError('REQUEST_FAILED', { details: 'The wallet signed in with another account.' });
        }
        return {
          text: new TextDecoder().decode(bytesOf(output, 'signedMessage')),
          signature: toBase58(bytesOf(output, 'signature')),
        };
      }),
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
        if (!hasFeature(session.wallet, 'solana:signAndSendTransaction')) {
          return sendSigned(context.host, network, await signed(asked, network, bytes, options), options);
        }
        const chain = chainOf(account, network);
        const input = { account: account.account, transaction: bytes, chain, options };
        const output = await askOne(session.wallet, 'solana:signAndSendTransaction', input);
        return toBase58(bytesOf(output, 'signature'));
      }),
  };
}

/** @throws PROVIDER_NOT_FOUND when the wallet is not connected; REQUEST_FAILED when it no longer offers the account. */
function accountOf({ sessions }: EngineContext, { connectorId, address }: AccountReference): Asked {
  const session = sessions.find(connectorId);
  if (!session) throw createError('PROVIDER_NOT_FOUND', { context: { connectorId } });
  const account = session.accounts.find(one => one.address === address);
  if (!account) throw createError('REQUEST_FAILED', { details: 'The wallet does not offer this account.' });
  return { session, account };
}

/**
 * Returns the wallet's name of the network, so that it signs for no other. @throws REQUEST_FAILED it doesn't know the
 * network.
 */
function chainOf({ chains }: WalletAccount, { caipNetworkId, name }: CaipNetwork): string {
  const chain = walletChain(chains, caipNetworkId);
  if (chain) return chain;
  throw createError('REQUEST_FAILED', { details: `The wallet's account cannot be used on ${name}.` });
}

async function signed(
  { session: { wallet }, account }: Asked,
  network: CaipNetwork,
  transaction: Uint8Array,
  { preflightCommitment, minContextSlot }: ReadTransaction['options'],
): Promise<Uint8Array> {
  const output = await askOne(wallet, 'solana:signTransaction', {
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
  wallet: WalletSession['wallet'],
  feature: FeatureName,
  input: unknown,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await askFeature(wallet, feature, input);
  const output: unknown = Array.isArray(answer) ? answer[0] : answer;
  if (typeof output === 'object' && output !== null) return output as Readonly<Record<string, unknown>>;
  throw new TypeError(`The wallet returned no result for ${feature}.`);
}

function bytesOf(output: Readonly<Record<string, unknown>>, name: string): Uint8Array {
  const bytes = output[name];
  // Wallets run in another realm, where `instanceof` fails for their arrays.
  if (ArrayBuffer.isView(bytes))
    return Uint8Array.from(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  throw new TypeError(`The wallet answered no ${name}.`);
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
