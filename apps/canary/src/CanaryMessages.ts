import { p256PublicJwk, walletAccount } from 'latchkit/protocol';
import * as z from 'zod';

const privateJwk = z.object({ ...p256PublicJwk.shape, d: z.string() });

/** What an installation of a canary wallet keeps. */
export const canaryState = z.object({
  signing: privateJwk,
  sealing: privateJwk,
  deviceShare: z
    .object({ walletId: z.string(), epoch: z.number(), share: z.string(), sealedSeed: z.string() })
    .optional(),
  refresh: z.string().optional(),
});

/** What an installation of a canary wallet keeps. */
export type CanaryState = z.infer<typeof canaryState>;

/** Where the services are reached, and the public URLs that proofs name. */
export const canaryServices = z.object({
  frameUrl: z.string(),
  vaultUrl: z.string(),
  frameAt: z.string(),
  vaultAt: z.string(),
  /** Of calls to the wallet service: they prove that this is a drill. */
  headers: z.record(z.string(), z.string()),
});

/** Where the services are reached, and the public URLs that proofs name. */
export type CanaryServices = z.infer<typeof canaryServices>;

const visit = z.object({ services: canaryServices, email: z.string(), challenge: z.string() });

/** What the gateway asks. */
export const canaryRequest = z.discriminatedUnion('kind', [
  /** Creates a wallet. */
  visit.extend({ kind: z.literal('create') }),
  /** Opens the device set. */
  visit.extend({ kind: z.literal('device'), state: canaryState }),
  /** Opens the recovery set with a new installation. */
  visit.extend({ kind: z.literal('recovery') }),
  /** Makes the keys of an installation that shares can be sealed to. */
  z.object({ kind: z.literal('keys') }),
  /** Opens a wallet with both shares of its recovery set, sealed to the keys of the last `keys`. */
  z.object({
    kind: z.literal('prove'),
    jwe: z.string(),
    sealedSeed: z.string(),
    wallet: walletAccount,
    vaultShare: z.string(),
    challenge: z.string(),
  }),
]);

/** What the gateway asks. */
export type CanaryRequest = z.infer<typeof canaryRequest>;

/** A wallet that was opened, and its signature (EIP-191) of the challenge. */
export interface CanaryVisit {
  readonly evm: string;
  readonly solana: string;
  readonly signature: string;
  readonly state: CanaryState;
}
