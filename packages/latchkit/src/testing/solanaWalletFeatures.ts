import { z } from 'zod/mini';
import type { FakeSolanaSigner } from './fakeSolanaSigner.js';
import type { StandardAccount } from './StandardWallet.js';
import { SignInInput, signInText } from './signInText.js';
import { WalletRpcError } from './WalletRpcError.js';

/** Features of a fake Solana wallet in addition to connecting. */
export const SOLANA_FEATURES = [
  'solana:signMessage',
  'solana:signTransaction',
  'solana:signAndSendTransaction',
  'solana:signIn',
] as const;

export type SolanaFeature = (typeof SOLANA_FEATURES)[number];

/** The context of the features. */
export interface FeatureContext {
  signer(): Promise<FakeSolanaSigner>;
  /** Returns the account if the page may use it. @throws WalletRpcError 4100 */
  authorised(address: string | undefined): Promise<StandardAccount>;
  /** Returns a chain's JSON-RPC URL. @throws WalletRpcError 4901 */
  urlOf(chain: string): string;
  /** Authorizes the page to use the accounts. */
  authorise(): Promise<readonly StandardAccount[]>;
}

const Account = z.object({ address: z.string() });
const Bytes = z.instanceof(Uint8Array);
const Options = z.optional(
  z.object({
    preflightCommitment: z.optional(z.enum(['processed', 'confirmed', 'finalized'])),
    skipPreflight: z.optional(z.boolean()),
    maxRetries: z.optional(z.number()),
    minContextSlot: z.optional(z.number()),
  }),
);
const MessageInput = z.object({ account: Account, message: Bytes });
const TransactionInput = z.object({
  account: Account,
  transaction: Bytes,
  chain: z.optional(z.string()),
  options: Options,
});

function parsed<T>(schema: z.ZodMiniType<T>, input: unknown): T {
  const result = schema.safeParse(input);
  if (!result.success) throw new WalletRpcError(-32602, 'Invalid parameters.');
  return result.data;
}

/** Runs a feature for one input. */
export const runFeature: Readonly<
  Record<SolanaFeature, (context: FeatureContext, input: unknown) => Promise<unknown>>
> = {
  'solana:signMessage': async (context, input) => {
    const { account, message } = parsed(MessageInput, input);
    const { address } = await context.authorised(account.address);
    const signature = await (await context.signer()).signMessage(address, message);
    return { signedMessage: message, signature, signatureType: 'ed25519' };
  },
  'solana:signTransaction': async (context, input) => {
    const { account, transaction } = parsed(TransactionInput, input);
    const { address } = await context.authorised(account.address);
    return { signedTransaction: await (await context.signer()).signTransaction(address, transaction) };
  },
  'solana:signAndSendTransaction': async (context, input) => {
    const { account, transaction, chain = '', options = {} } = parsed(TransactionInput, input);
    const { address } = await context.authorised(account.address);
    const signer = await context.signer();
    return { signature: await signer.sendTransaction(address, context.urlOf(chain), transaction, options) };
  },
  'solana:signIn': async (context, input) => {
    const fields = parsed(SignInInput, input ?? {});
    await context.authorise();
    const account = await context.authorised(fields.address);
    const signedMessage = new TextEncoder().encode(signInText(fields, account.address));
    const signature = await (await context.signer()).signMessage(account.address, signedMessage);
    return { account, signedMessage, signature, signatureType: 'ed25519' };
  },
};
