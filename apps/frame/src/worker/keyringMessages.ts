import { shareAnswer, walletAddresses } from 'latchkit/protocol';
import * as z from 'zod/mini';

/** What a keyring is started with: the first message of its Worker, and the only one that is no call. */
export const keyringStart = z.strictObject({
  /** Of the host page: decisions for another one count for nothing. */
  origin: z.string(),
  jkt: z.string(),
  /** Whether doors are in the browser's storage; else they are in this memory. */
  isStored: z.boolean(),
  /** ECDH P-256. Neither of the keys can be exported. */
  sealingKey: z.instanceof(CryptoKey),
  /** AES-256-GCM: seals the doors. */
  doorKey: z.instanceof(CryptoKey),
});

/** What a keyring is started with. */
export type KeyringStart = z.infer<typeof keyringStart>;

const serviceKey = z.looseObject({ kid: z.string(), kty: z.string() });
const serviceKeys = z.strictObject({ gateway: serviceKey, vault: serviceKey });

const newSet = {
  walletId: z.string(),
  epoch: z.number(),
  sealedSeed: z.string(),
  addresses: walletAddresses,
  halves: z.string(),
  recoveryHalf: z.string(),
};

const signingRequest = z.strictObject({
  id: z.string(),
  kind: z.enum(['message', 'typedData', 'transaction', 'solanaMessage', 'solanaTransaction']),
  chainId: z.string(),
  account: z.string(),
  payload: z.string(),
});

const approval = z.strictObject({
  id: z.string(),
  digest: z.string(),
  origin: z.string(),
  surface: z.enum(['frame', 'window']),
  armedAt: z.number(),
  decidedAt: z.number(),
});

/** The calls of a keyring: what goes in, and what comes out. Nothing else crosses, and none of it is a secret of a wallet. */
export const KEYRING_CALLS = {
  hasDoor: { args: z.tuple([]), result: z.boolean() },
  create: {
    args: z.tuple([z.string(), serviceKeys]),
    result: z.strictObject({
      ...newSet,
      proofs: z.strictObject({ evm: z.string(), owner: z.string(), solana: z.string() }),
    }),
  },
  rekey: { args: z.tuple([serviceKeys]), result: z.strictObject(newSet) },
  confirm: { args: z.tuple([shareAnswer, shareAnswer, z.string()]), result: z.undefined() },
  unlock: { args: z.tuple([shareAnswer]), result: z.undefined() },
  recover: {
    args: z.tuple([shareAnswer, z.string(), serviceKey]),
    result: z.strictObject({ epoch: z.number(), half: z.string() }),
  },
  sign: { args: z.tuple([signingRequest, approval]), result: z.string() },
} as const;

/** The name of a call of a keyring. */
export type KeyringCallName = keyof typeof KEYRING_CALLS;

/** A call on its way to the Worker. */
export const keyringCall = z.strictObject({
  id: z.int(),
  name: z.enum(Object.keys(KEYRING_CALLS) as [KeyringCallName, ...KeyringCallName[]]),
  args: z.unknown(),
});

/** The Worker's answer: a result, or the code of the error. */
export const keyringAnswer = z.union([
  z.strictObject({ id: z.int(), result: z.unknown() }),
  z.strictObject({ id: z.int(), code: z.string() }),
]);
