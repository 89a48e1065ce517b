import * as z from 'zod';

const address = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/i)
  .transform(text => text.toLowerCase());
const hash = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/i)
  .transform(text => text.toLowerCase());
const party = z.object({ hash: address });
const integer = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform(BigInt);

/** An optional value, which counts as missing if it is malformed. */
const maybe = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(undefined);

/** Third-party text: control characters are removed, and it is truncated. */
const text = z.string().transform(value => {
  const clean = [...value.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim()].slice(0, 100).join('');
  return clean === '' ? undefined : clean;
});

const picture = z.url({ protocol: /^https$/ }).max(2_048);
const time = z.string().refine(value => !Number.isNaN(Date.parse(value)));
const height = z.int().nonnegative();

/** Decimals are strings; old versions of the API use other names for some fields. */
const decimals = z
  .union([z.string().regex(/^\d{1,3}$/), z.int().nonnegative()])
  .transform(Number)
  .refine(value => value <= 255);

/** An entry of `/addresses/{address}/transactions`. */
export const listedTransaction = z.object({
  hash,
  timestamp: maybe(time),
  block_number: maybe(height),
  block: maybe(height),
  from: maybe(party),
  to: maybe(party),
  created_contract: maybe(party),
  value: maybe(integer),
  nonce: maybe(height),
  status: maybe(z.string()),
  raw_input: maybe(z.string().regex(/^0x[0-9a-f]*$/i)),
});

/** An entry of `/addresses/{address}/token-transfers`. */
export const listedTransfer = z.object({
  transaction_hash: maybe(hash),
  tx_hash: maybe(hash),
  timestamp: maybe(time),
  block_number: maybe(height),
  log_index: maybe(height),
  from: party,
  to: party,
  token: z.object({
    address_hash: maybe(address),
    address: maybe(address),
    name: maybe(text),
    symbol: maybe(text),
    decimals: maybe(decimals),
    type: maybe(z.string().max(20)),
    icon_url: maybe(picture),
    reputation: maybe(z.string().max(40)),
  }),
  total: maybe(
    z.object({
      value: maybe(integer),
      decimals: maybe(decimals),
      token_id: maybe(z.string().regex(/^\d{1,78}$/)),
      token_instance: maybe(z.object({ image_url: maybe(picture) })),
    }),
  ),
});

/** What an entry of any form says of its block. */
export const placed = z.object({ block_number: height });

/** Parameters of the next page, sent back to the service unchanged. */
export const pageParams = z.record(
  z.string().regex(/^[a-z0-9_]{1,40}$/),
  z.union([z.string().max(200), z.number(), z.boolean(), z.null()]),
);

/** A page of either list. */
export const listPage = z.object({
  items: z.array(z.unknown()).max(1_000),
  next_page_params: maybe(pageParams),
});

export type ListedTransaction = z.infer<typeof listedTransaction>;
export type ListedTransfer = z.infer<typeof listedTransfer>;
export type PageParams = z.infer<typeof pageParams>;
