import { p256PublicJwk, shareAnswer, walletAccount, walletAddresses } from 'latchkit/protocol';
import * as z from 'zod/mini';

/** Parameters of a keyring: the first message to its Worker, and the only one that is not a call. */
export const keyringStart = z.strictObject({
  /** Origin of the host page: approvals for another origin are rejected. */
  origin: z.string(),
  /** Origin of the gateway whose orders are signed. */
  gateway: z.optional(z.string()),
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
};

const proofs = z.strictObject({ evm: z.string(), owner: z.string(), solana: z.string() });

const newVaultShare = {
  share: z.optional(z.string()),
  wraps: z.optional(z.array(z.strictObject({ id: z.string(), wrapped: z.string() }))),
};

const protection = z.union([
  z.strictObject({ mode: z.literal('automatic') }),
  z.strictObject({
    mode: z.enum(['passkey', 'password']),
    factors: z.array(z.strictObject({ id: z.string(), jwe: z.string() })),
  }),
]);

/** Arguments that may end with a factor. */
const withFactor = <Items extends [z.ZodMiniType, ...z.ZodMiniType[]]>(items: Items) =>
  z.tuple([...items, z.optional(z.string())] as [...Items, z.ZodMiniOptional<z.ZodMiniString>]);

const keyReceiver = z.strictObject({ encJwk: p256PublicJwk, jkt: z.string() });

const provision = z.strictObject({ jwe: z.string(), sealedSeed: z.string() });

const newDeviceShare = z.strictObject({ epoch: z.number(), half: z.string(), proofs });

const transfer = z.union([
  z.strictObject({
    ...{ chainId: z.int(), to: z.string(), data: z.string(), value: z.string(), nonce: z.int() },
    ...{ gas: z.string(), price: z.string(), tip: z.optional(z.string()) },
  }),
  z.strictObject({
    ...{ from: z.string(), to: z.string(), amount: z.string(), blockhash: z.string() },
    token: z.optional(
      z.strictObject({ mint: z.string(), program: z.string(), source: z.string(), decimals: z.int() }),
    ),
  }),
]);

const signingRequest = z.strictObject({
  id: z.string(),
  kind: z.enum([
    ...([
      'message',
      'typedData',
      'transaction',
      'userOperation',
      'revocation',
      'solanaMessage',
      'solanaTransaction',
    ] as const),
    // Accepted by `provision` only.
    'provision',
  ]),
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

const secretBytes = (length?: number) =>
  z.instanceof(Uint8Array<ArrayBuffer>).check(z.refine(({ length: found }) => found === (length ?? found)));

/**
 * The calls of a keyring with their arguments and results. Nothing else crosses the channel, and only the result of `exportWallet` is
 * a wallet secret.
 */
export const KEYRING_CALLS = {
  hasDeviceShare: { args: z.tuple([]), result: z.boolean() },
  create: {
    args: z.tuple([z.string(), serviceKeys]),
    result: z.strictObject({
      ...newShareSet,
      recoveryHalf: z.string(),
      proofs,
    }),
  },
  createSecond: {
    args: z.tuple([z.string(), serviceKeys, protection]),
    result: z.strictObject({ ...newShareSet, ...newVaultShare, proofs }),
  },
  encodeTransfer: { args: z.tuple([transfer]), result: z.string() },
  rekey: {
    args: z.tuple([serviceKeys, protection]),
    result: z.strictObject({ ...newShareSet, ...newVaultShare }),
  },
  confirm: { args: withFactor([shareAnswer, shareAnswer, z.string()]), result: z.undefined() },
  unlock: { args: z.tuple([shareAnswer]), result: z.undefined() },
  recover: {
    args: withFactor([shareAnswer, z.string(), serviceKey]),
    result: newDeviceShare,
  },
  protect: {
    args: z.tuple([serviceKeys, protection]),
    result: z.strictObject({ epoch: z.number(), half: z.string(), ...newVaultShare }),
  },
  provision: { args: z.tuple([signingRequest, approval]), result: provision },
  adopt: { args: z.tuple([provision, walletAccount, serviceKey]), result: newDeviceShare },
  tryProtection: { args: withFactor([shareAnswer, z.string()]), result: z.undefined() },
  startPassword: { args: z.tuple([z.string()]), result: z.string() },
  finishPassword: { args: z.tuple([z.string(), z.string(), keyReceiver]), result: z.string() },
  sign: { args: z.tuple([signingRequest, approval]), result: z.string() },
  exportWallet: {
    args: z.tuple([shareAnswer]),
    result: z.strictObject({
      ...{ phrase: secretBytes(), evm: secretBytes(32), owner: secretBytes(32), solana: secretBytes(64) },
      smartAccount: secretBytes(42),
    }),
  },
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
