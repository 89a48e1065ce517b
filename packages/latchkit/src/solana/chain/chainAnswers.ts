import { z } from 'zod/mini';
import { listOf } from '../../protocol/listOf.js';

/** The parts of node responses that are read. An unsigned 64-bit integer is a number, or text if it is large. */
export const Integer = z.pipe(
  z.union([z.int(), z.string().check(z.regex(/^\d{1,20}$/))]),
  z.transform(value => BigInt(value)),
);

const inContext = <T extends z.ZodMiniType>(value: T) => z.object({ value });

export const BalanceAnswer = inContext(Integer);
export const FeeAnswer = inContext(z.nullable(Integer));
export const BlockhashAnswer = inContext(z.object({ blockhash: z.string(), lastValidBlockHeight: Integer }));

const Account = z.object({
  lamports: Integer,
  owner: z.string(),
  executable: z.boolean(),
  /** The data, and its encoding 'base64'. */
  data: z.tuple([z.string(), z.string()]),
});
export type AccountAnswer = z.infer<typeof Account>;
export const AccountsAnswer = inContext(z.array(z.nullable(Account)));

/** Anyone may open accounts for others, which nodes give unread if they have parts that they do not know. */
export const TokenAccountsAnswer = inContext(
  listOf(
    z.object({
      pubkey: z.string(),
      account: z.object({
        space: Integer,
        owner: z.string(),
        data: z.object({
          parsed: z.object({
            info: z.object({
              tokenAmount: z.object({ amount: Integer, decimals: z.int() }),
              state: z.string(),
            }),
          }),
        }),
      }),
    }),
  ),
);

const Status = z.object({
  err: z.unknown(),
  confirmationStatus: z.nullish(z.string()),
});
export const StatusesAnswer = inContext(z.array(z.nullable(Status)));

export const SimulationAnswer = inContext(
  z.object({ err: z.unknown(), logs: z.nullish(z.array(z.string())) }),
);

export const TransactionAnswer = z.nullable(
  z.object({ meta: z.nullable(z.object({ logMessages: z.nullish(z.array(z.string())) })) }),
);
