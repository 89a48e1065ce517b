import { shareAnswer, walletAddresses } from 'latchkit/protocol';
import * as z from 'zod/mini';

/** Parameters of a keyring: the first message to its Worker, and the only one that is not a call. */
export const keyringStart = z.strictObject({
  /** Origin of the host page: approvals for another origin are rejected. */
  origin: z.string(),
  jkt: z.string(),
  /** Whether share sets are in the browser's storage; otherwise they are in memory. */
  isStored: z.boolean(),
  /** ECDH P-256. Neither key is exportable. */
  sealingKey: z.instanceof(CryptoKey),
  /** AES-256-GCM key that encrypts the stored share sets. */
  shareKey: z.instanceof(CryptoKey),
});

/** Parameters of a keyring. */
export type KeyringStart = z.infer<typeof keyringStart>;

const serviceKey = z.looseObject({ kid: z.string(), kty: z.string() });
const serviceKeys = z.strictObject({ walletService: serviceKey, vault: serviceKey });

/** The HTTP calls that send a new share set name a share `half`. */
const newShareSet = {
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

/** The calls of a keyring with their arguments and results. Nothing else crosses the channel, and none of it is a wallet secret. */
export const KEYRING_CALLS = {
  hasDeviceShare: { args: z.tuple([]), result: z.boolean() },
  create: {
    args: z.tuple([z.string(), serviceKeys]),
    result: z.strictObject({
      ...newShareSet,
      proofs: z.strictObject({ evm: z.string(), owner: z.string(), solana: z.string() }),
    }),
  },
  rekey: { args: z.tuple([serviceKeys]), result: z.strictObject(newShareSet) },
  confirm: { args: z.tuple([shareAnswer, shareAnswer, z.string()]), result: z.undefined() },
  unlock: { args: z.tuple([shareAnswer]), result: z.undefined() },
  recover: {
    args: z.tuple([shareAnswer, z.string(), serviceKey]),
    result: z.strictObject({ epoch: z.number(), half: z.string() }),
  },
  sign: { args: z.tuple([signingRequest, approval]), result: z.string() },
} as const;

/** The name of a keyring call. */
export type KeyringCallName = keyof typeof KEYRING_CALLS;

/** A call to the Worker. */
export const keyringCall = z.strictObject({
  id: z.int(),
  name: z.enum(Object.keys(KEYRING_CALLS) as [KeyringCallName, ...KeyringCallName[]]),
  args: z.unknown(),
});

/** The Worker's response: a result, or an error code. */
export const keyringAnswer = z.union([
  z.strictObject({ id: z.int(), result: z.unknown() }),
  z.strictObject({ id: z.int(), code: z.string() }),
]);
