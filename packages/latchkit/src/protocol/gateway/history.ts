import * as z from 'zod/mini';
import { listOf } from '../listOf.js';

/** An optional field; an invalid value counts as absent. */
const absent = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.nullish(schema), undefined);

const picture = absent(z.object({ url: z.string() }));

/** One transfer within a transaction, from the account's perspective. */
export const transactionTransfer = z.object({
  direction: z.literal(['in', 'out', 'self']),
  quantity: z.object({
    /** Amount in whole tokens, as a decimal string. */
    numeric: z.string(),
    /** A whole number, as a number or a string. */
    decimals: z.union([z.number(), z.string()]),
  }),
  /** If the token is scaled, what it showed then (Token-2022), or what it shows now (ERC-8056): in whole tokens, as a decimal string. */
  shown: absent(z.object({ amount: z.string() })),
  /** Value at that time, if a source knows it. */
  value: absent(z.number()),
  price: absent(z.number()),
  fungible_info: absent(
    z.object({
      name: absent(z.string()),
      symbol: absent(z.string()),
      icon: picture,
      /** Contract, or mint on Solana; absent for the native currency. */
      address: absent(z.string()),
      flags: absent(z.object({ is_spam: z.boolean() })),
    }),
  ),
  nft_info: absent(
    z.object({
      name: absent(z.string()),
      content: absent(z.object({ preview: picture })),
      flags: absent(z.object({ is_spam: z.boolean() })),
      contract_address: absent(z.string()),
      token_id: absent(z.string()),
    }),
  ),
});

/** One transfer within a transaction. */
export type TransactionTransfer = z.output<typeof transactionTransfer>;

/** One transaction of an account. */
export const accountTransaction = z.object({
  id: z.string(),
  metadata: z.object({
    /** ISO 8601. */
    minedAt: z.string(),
    /** CAIP-2. */
    chain: absent(z.string()),
    /**
     * `receive`, `send`, `deposit`, `withdraw`, `borrow`, `repay`, `claim`, `burn`, `mint`, `trade`, `approve`, `execute` …;
     * `unread`: no node gave it in a form that can be read, so only its hash and time are known.
     */
    operationType: z.string(),
    /** `confirmed`, `failed` or `pending`. */
    status: z.string(),
    sentFrom: absent(z.string()),
    sentTo: absent(z.string()),
    hash: absent(z.string()),
    nonce: absent(z.number()),
  }),
  transfers: z.catch(listOf(transactionTransfer), []),
});

/** One transaction of an account. */
export type AccountTransaction = z.output<typeof accountTransaction>;

/**
 * Response of `GET /v1/account/{account}/history`, newest first. Entries are validated one by one with {@link
 * accountTransaction}.
 */
export const accountHistoryAnswer = z.object({
  data: z.array(z.unknown()),
  /** Cursor of the next page; null or absent on the last page. */
  next: z.catch(z.nullish(z.string()), undefined),
});
