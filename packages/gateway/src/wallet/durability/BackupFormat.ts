import type { GeneralJWE } from 'jose';
import * as z from 'zod';

/** The signatures of the canaries' wallets, made with the rows and keys of the backup's stores. */
export const canaryProof = z.array(
  z.object({ email: z.string(), evm: z.string(), solana: z.string(), signature: z.string() }),
);

/** The signatures of the canaries' wallets; empty: the process that made the backup has one of the stores only. */
export type CanaryProof = z.infer<typeof canaryProof>;

/** The first line of a backup, which is not encrypted. */
export const backupHeader = z.object({
  latchkit: z.literal('backup'),
  format: z.literal(1),
  id: z.string(),
  createdAt: z.string(),
  /** The key of the rest, encrypted to the backup keys. */
  key: z.custom<GeneralJWE>(value => typeof value === 'object' && value !== null),
});

/** The first line of a backup, which is not encrypted. */
export type BackupHeader = z.infer<typeof backupHeader>;

/** A line that says what the next rows are. */
export const backupMark = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('store'), schema: z.string(), version: z.number() }),
  z.object({ kind: z.literal('table'), name: z.string() }),
  z.object({ kind: z.literal('end'), counts: z.record(z.string(), z.number()), proof: canaryProof }),
]);

/** A line that says what the next rows are. */
export type BackupMark = z.infer<typeof backupMark>;
