import { createHash } from 'node:crypto';
import { evmChainOf, type NameOrder, nameOrderTypedData } from 'latchkit/protocol';
import { hashTypedData, type TypedDataDefinition } from 'viem';
import * as z from 'zod';
import { parseJson } from '../../platform/http/parseJson.js';
import { type AccountId, accountId } from '../chains/accountId.js';
import type { VerifySignature, VerifyTypedData } from '../siwx/verifySignature.js';
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
  /** JSON of the order's content. */
  readonly message: string;
  /** Of the typed data of the order. */
  readonly signature: string;
  /** Id of the project through which it was sent. */
  readonly project: string;
}

/** A message that was signed just now for this gateway, and was not used before. */
export interface VerifiedNameMessage<Message> {
  readonly message: Message;
  /** EIP-55. */
  readonly address: string;
  /** Marks the message as used. @throws NameError 409 `MESSAGE_USED`. */
  use(changes: NameChanges): Promise<void>;
}

export interface NameVerification {
  /** Origin of this gateway, which orders must name. */
  readonly gateway: string;
  readonly verifyTypedData: VerifyTypedData;
  /** Verifies what pages with an older package send: the JSON itself, signed as a text. Undefined: refused. */
  readonly verifyText: VerifySignature | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Verifies the message and its time, then the signature, which may ask a chain.
 *
 * @param orderOf - The order that the message gives.
 * @throws NameError 400 `INVALID_ACCOUNT`, `NAME_INVALID`, `MESSAGE_EXPIRED` or `MESSAGE_FROM_FUTURE`, 401 `INVALID_SIGNATURE`;
 * HttpError 503 `CHAIN_UNAVAILABLE`.
 */
export async function verifyNameMessage<Message extends { readonly timestamp: number }>(
  { gateway, verifyTypedData, verifyText, now }: NameVerification,
  schema: z.core.$ZodType<Message>,
  orderOf: (message: Message) => NameOrder,
  { coin_type, address, message: text, signature, project }: SignedNameMessage,
  gone: AbortSignal,
): Promise<VerifiedNameMessage<Message>> {
  const { account, chainId } = accountOf(coin_type, address);
  const message = parsed(schema, text);
  const age = Math.floor(now() / 1_000) - message.timestamp;
  if (age > WINDOW) throw new NameError(400, 'MESSAGE_EXPIRED', 'The signature is older than 5 minutes');
  if (age < -CLOCK_SKEW) throw new NameError(400, 'MESSAGE_FROM_FUTURE', 'The signature is from the future');
  const scope = { gateway, chainId, account: account.address, project };
  const typedData = nameOrderTypedData(orderOf(message), scope);
  const isSigned =
    (await verifyTypedData(account, typedData, signature, gone)) ||
    (verifyText !== undefined && (await verifyText(account, text, signature, gone)));
  if (!isSigned)
    throw new NameError(401, 'INVALID_SIGNATURE', 'The account did not sign this for this gateway');
  return {
    message,
    address: account.address,
    async use(changes) {
      const until = new Date((message.timestamp + WINDOW + 1) * 1_000);
      if (await changes.use(digestOf(account, typedData), until)) return;
      throw new NameError(409, 'MESSAGE_USED', 'This signature was used before');
    },
  };
}

function accountOf(
  coinType: number,
  address: string,
): { readonly account: AccountId; readonly chainId: number } {
  const chainId = evmChainOf(coinType);
  const account = chainId === undefined ? undefined : accountId(`eip155:${chainId}:${address}`);
  if (chainId === undefined || account === undefined)
    throw new NameError(400, 'INVALID_ACCOUNT', 'Names are for accounts of EVM chains');
  return { account, chainId };
}

function parsed<Message>(schema: z.core.$ZodType<Message>, text: string): Message {
  const json = z.string().transform((given, context) => {
    try {
      return parseJson(given);
    } catch {
      context.addIssue({ code: 'custom', message: 'is not JSON' });
      return z.NEVER;
    }
  });
  const read = json.safeParse(text);
  const result = read.success ? z.safeParse(schema, read.data) : read;
  if (result.success) return result.data as Message;
  throw new NameError(400, 'NAME_INVALID', 'The signed message cannot be read');
}

/** What was ordered, not its signature or its JSON: each has more than one valid form. */
function digestOf({ address }: AccountId, typedData: object): string {
  const order = hashTypedData(typedData as TypedDataDefinition);
  return createHash('sha256').update(`${address}\n${order}`).digest('hex');
}
