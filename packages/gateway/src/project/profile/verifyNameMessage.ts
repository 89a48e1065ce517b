import { createHash } from 'node:crypto';
import { evmChainOf } from 'latchkit/protocol';
import * as z from 'zod';
import { type AccountId, accountId } from '../chains/accountId.js';
import type { VerifySignature } from '../siwx/verifySignature.js';
import { NameError } from './NameError.js';
import type { NameChanges } from './store.js';

/** Seconds for which a signed message is valid, and by which its time may be in the future. */
const WINDOW = 300;
const CLOCK_SKEW = 60;

/** A message about a name, as its account signed it. */
export interface SignedNameMessage {
  /** ENSIP-11. */
  readonly coin_type: number;
  readonly address: string;
  readonly message: string;
  readonly signature: string;
}

/** A message that was signed just now, and was not used before. */
export interface VerifiedNameMessage<Message> {
  readonly message: Message;
  /** EIP-55. */
  readonly address: string;
  /** Marks the message as used. @throws NameError 409 `MESSAGE_USED`. */
  use(changes: NameChanges): Promise<void>;
}

/**
 * Verifies the message and its time, then the signature, which may ask a chain.
 *
 * @throws NameError 400 `INVALID_ACCOUNT`, `NAME_INVALID`, `MESSAGE_EXPIRED` or `MESSAGE_FROM_FUTURE`, 401 `INVALID_SIGNATURE`;
 * HttpError 503 `CHAIN_UNAVAILABLE`.
 */
export async function verifyNameMessage<Schema extends z.core.$ZodType<{ timestamp: number }>>(
  { verifySignature, now }: { readonly verifySignature: VerifySignature; readonly now: () => number },
  schema: Schema,
  { coin_type, address, message: text, signature }: SignedNameMessage,
  gone: AbortSignal,
): Promise<VerifiedNameMessage<z.core.output<Schema>>> {
  const account = accountOf(coin_type, address);
  const message = parsed(schema, text);
  const age = Math.floor(now() / 1_000) - message.timestamp;
  if (age > WINDOW) throw new NameError(400, 'MESSAGE_EXPIRED', 'The signature is older than 5 minutes');
  if (age < -CLOCK_SKEW) throw new NameError(400, 'MESSAGE_FROM_FUTURE', 'The signature is from the future');
  if (!(await verifySignature(account, text, signature, gone))) {
    throw new NameError(401, 'INVALID_SIGNATURE', 'The account did not sign this');
  }
  return {
    message,
    address: account.address,
    async use(changes) {
      const until = new Date((message.timestamp + WINDOW + 1) * 1_000);
      if (await changes.use(digestOf(account, text), until)) return;
      throw new NameError(409, 'MESSAGE_USED', 'This signature was used before');
    },
  };
}

function accountOf(coinType: number, address: string): AccountId {
  const chain = evmChainOf(coinType);
  const account = chain === undefined ? undefined : accountId(`eip155:${chain}:${address}`);
  if (account === undefined)
    throw new NameError(400, 'INVALID_ACCOUNT', 'Names are for accounts of EVM chains');
  return account;
}

function parsed<Schema extends z.core.$ZodType>(schema: Schema, text: string): z.core.output<Schema> {
  const json = z.string().transform((given, context) => {
    try {
      return JSON.parse(given) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'is not JSON' });
      return z.NEVER;
    }
  });
  const read = json.safeParse(text);
  const result = read.success ? z.safeParse(schema, read.data) : read;
  if (result.success) return result.data as z.core.output<Schema>;
  throw new NameError(400, 'NAME_INVALID', 'The signed message cannot be read');
}

/** The message, not its signature, which has more than one valid form. */
function digestOf({ address }: AccountId, text: string): string {
  return createHash('sha256').update(`${address}\n${text}`).digest('hex');
}
