import { p256PublicJwk } from 'latchkit/protocol';
import * as z from 'zod';
import type { SealedStore } from '../platform/keyvault/openSealedStore.js';
import { sealToInstallation } from '../platform/keyvault/serviceKeys.js';
import type { SqlRunner } from '../platform/ports/Database.js';
import { listCanaries, requireSignature } from './canaries/canaryWallets.js';
import { type AskCanary, runCanary } from './canaries/runCanary.js';
import type { CanaryProof } from './durability/BackupFormat.js';
import { takeShare } from './service/custody/shareSets.js';
import { accountOf, ownWallet, sealedSeedOf } from './service/custody/wallets.js';
import { WAYS_IN } from './shared/waysIn/waysIn.js';
import { findVersion, releaseHalf } from './vault/recoveryVersions.js';

const keys = z.object({
  jkt: z.string(),
  encJwk: p256PublicJwk,
});
const signed = z.object({ evm: z.string(), solana: z.string(), signature: z.string() });
const ownerRow = z.object({ userId: z.string() });

/** Both stores, and a transaction in the database of each. */
export interface ProvedStores {
  readonly a: SealedStore;
  readonly b: SealedStore;
  readonly runnerOf: (schema: string) => SqlRunner;
}

/**
 * Opens every canary wallet with the rows and keys of both stores, and lets it sign a challenge. The shares leave this process
 * encrypted to the program that opens the wallets.
 *
 * @throws an error that names the canary.
 */
export async function proveCanaries(stores: ProvedStores, challenge: string): Promise<CanaryProof> {
  const proof: CanaryProof = [];
  const canaries = await listCanaries(stores.a, stores.runnerOf(stores.a.schema));
  if (canaries.length === 0) return proof;
  const noMail = async () => {
    throw new Error('A proof needs no email');
  };
  await runCanary(noMail, async ask => {
    for (const { email, walletId, evm, solana } of canaries) {
      try {
        const made = await ask(
          { kind: 'prove', ...(await sharesOf(stores, walletId, ask)), challenge },
          signed,
        );
        await requireSignature(made, challenge);
        if (made.evm !== evm || made.solana !== solana) throw new Error('It has other addresses');
        proof.push({ email, ...made });
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new Error(`${email}: ${reason}`, { cause });
      }
    }
  });
  return proof;
}

async function sharesOf({ a, b, runnerOf }: ProvedStores, walletId: string, ask: AskCanary) {
  const [runner, way] = [runnerOf(a.schema), WAYS_IN['operator.canaries']];
  const { jkt, encJwk } = await ask({ kind: 'keys' }, keys);
  const [owner] = await runner.query(`select user_id as "userId" from ${a.schema}.wallets where id = $1`, [
    walletId,
  ]);
  const wallet = owner && (await ownWallet(a, runner, ownerRow.parse(owner).userId, walletId));
  const share = wallet && (await takeShare(a, runner, way, wallet, { kind: 'recovery' }));
  if (wallet === undefined || share === undefined) throw new Error('The wallet service has no share of it');
  const { epoch, recoveryVersion: version } = wallet;
  const vaultRunner = runnerOf(b.schema);
  const found = await findVersion(b, vaultRunner, { walletId, epoch, version });
  if (found === undefined) throw new Error('The vault has no share of it');
  const to = { encJwk, jkt, purpose: walletId };
  const content = JSON.stringify({ half: Buffer.from(share).toString('base64url') });
  return {
    jwe: await sealToInstallation(encJwk, content, jkt, walletId),
    vaultShare: await releaseHalf(b, vaultRunner, way, found, to),
    sealedSeed: await sealedSeedOf(a, runner, wallet),
    wallet: accountOf(wallet),
  };
}
