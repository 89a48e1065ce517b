import { randomUUID } from 'node:crypto';
import { verifyMessage } from 'viem';
import * as z from 'zod';
import type { SealedStore } from '../../platform/keyvault/openSealedStore.js';
import type { SqlRunner } from '../../platform/ports/Database.js';
import { uuidv7 } from '../../platform/uuidv7.js';
import { CANARY_ADDRESSES } from '../shared/canaryAddresses.js';
import { drillHeaders } from '../shared/drillCalls.js';
import type { WalletParts } from '../shared/walletParts.js';
import { takeCanaryMail, vaultCanaryMail } from './canaryMails.js';
import { type AskCanary, type ReadCanaryMail, runCanary } from './runCanary.js';

/** Addresses at which this process reaches the services. */
export interface CanaryEntrances {
  readonly frameAt: string;
  readonly vaultAt: string;
}

/** The drills that the wallet service runs itself. */
export type CanaryDrill = 'device' | 'recovery';

const visited = z.object({
  evm: z.string().regex(/^0x/),
  solana: z.string(),
  signature: z.string().regex(/^0x/),
  state: z.looseObject({ deviceShare: z.looseObject({ walletId: z.string() }) }),
});

const canaryRow = z.object({
  email: z.string(),
  walletId: z.string(),
  evm: z.string(),
  solana: z.string(),
  stateCt: z.instanceof(Uint8Array),
  dekId: z.string(),
});

/** A canary wallet, and what its signatures must come from. */
export type Canary = z.infer<typeof canaryRow>;

/** Lists the canary wallets. */
export async function listCanaries(
  { database, schema }: SealedStore,
  runner: SqlRunner = database,
): Promise<readonly Canary[]> {
  const rows = await runner.query(
    `select email, wallet_id as "walletId", evm, solana, state_ct as "stateCt", dek_id as "dekId"
     from ${schema}.canaries order by email`,
  );
  return rows.map(row => canaryRow.parse(row));
}

/** Creates the canary wallets that do not exist yet, through the normal email flow. Returns the addresses of all. */
export async function createCanaries(parts: WalletParts, at: CanaryEntrances): Promise<readonly string[]> {
  const { store } = parts;
  const existing = new Set((await listCanaries(store)).map(({ email }) => email));
  const missing = CANARY_ADDRESSES.filter(one => !existing.has(one));
  if (missing.length > 0) {
    await runCanary(mailsOf(parts), async ask => {
      for (const email of missing) {
        const challenge = randomUUID();
        const services = await servicesOf(parts, at);
        const request = { kind: 'create', services, email, challenge };
        const made = await ask(request, visited);
        await requireSignature(made, challenge);
        await keepCanary(store, email, made);
      }
    });
  }
  return (await listCanaries(store)).map(({ email, evm, solana }) => `${email}\t${evm}\t${solana}`);
}

/**
 * Opens every canary wallet, by its device set or by its recovery set, lets it sign, and compares the addresses.
 *
 * @throws an error that names the canary.
 */
export async function visitCanaries(
  parts: WalletParts,
  at: CanaryEntrances,
  kind: CanaryDrill,
): Promise<void> {
  const { store } = parts;
  const canaries = await listCanaries(store);
  if (canaries.length < CANARY_ADDRESSES.length) throw new Error('There are no canary wallets yet');
  await runCanary(mailsOf(parts), async ask => {
    for (const canary of canaries) {
      try {
        await visit(parts, at, kind, canary, ask);
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new Error(`${canary.email}: ${reason}`, { cause });
      }
    }
  });
}

async function visit(
  parts: WalletParts,
  at: CanaryEntrances,
  kind: CanaryDrill,
  canary: Canary,
  ask: AskCanary,
): Promise<void> {
  const { store } = parts;
  const { email, stateCt, dekId } = canary;
  const bytes = await store.envelope.open(store.database, statePlace(email), { ciphertext: stateCt, dekId });
  const challenge = randomUUID();
  const request = { kind, services: await servicesOf(parts, at), email, challenge };
  const state: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
  const made = await ask(kind === 'device' ? { ...request, state } : request, visited);
  await requireSignature(made, challenge);
  if (made.evm !== canary.evm || made.solana !== canary.solana) throw new Error('It has other addresses');
  await keepCanary(store, email, made);
}

/** @throws if the signature is not by the wallet that was opened. */
export async function requireSignature(
  { evm, signature }: { readonly evm: string; readonly signature: string },
  message: string,
): Promise<void> {
  const isValid = await verifyMessage({
    address: evm as `0x${string}`,
    signature: signature as `0x${string}`,
    message,
  });
  if (!isValid) throw new Error('Its signature is not by its address');
}

async function keepCanary(
  { database, schema, envelope }: SealedStore,
  email: string,
  { evm, solana, state }: z.infer<typeof visited>,
): Promise<void> {
  const content = Buffer.from(JSON.stringify(state), 'utf8');
  await database.transaction(async runner => {
    const { ciphertext, dekId } = await envelope.seal(runner, statePlace(email), content);
    await runner.query(
      `insert into ${schema}.canaries (email, wallet_id, evm, solana, state_ct, dek_id, created_at)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (email) do update set state_ct = excluded.state_ct, dek_id = excluded.dek_id`,
      [email, state.deviceShare.walletId, evm, solana, ciphertext, dekId, new Date()],
    );
  });
}

const statePlace = (email: string) => ({ table: 'canaries', column: 'state_ct', rowId: email });

function mailsOf(parts: WalletParts): ReadCanaryMail {
  return async (service, email) => {
    const text =
      service === 'frame' ? await takeCanaryMail(parts.store, email) : await vaultCanaryMail(parts, email);
    if (text === undefined) throw new Error('No email arrived');
    return text;
  };
}

async function servicesOf(parts: WalletParts, at: CanaryEntrances) {
  const { frameUrl, vaultUrl } = parts;
  return { frameUrl, vaultUrl, frameAt: at.frameAt, vaultAt: at.vaultAt, headers: await drillHeaders(parts) };
}

/** Records the result of a drill. */
export async function recordDrill(
  { database, schema, audit }: SealedStore,
  kind: string,
  failure: string | null,
): Promise<void> {
  await database.transaction(async runner => {
    await runner.query(`insert into ${schema}.drills (id, kind, at, failure) values ($1, $2, $3, $4)`, [
      uuidv7(),
      kind,
      new Date(),
      failure,
    ]);
    const meta = { isDone: failure === null };
    await audit.append({ action: `drill.${kind}`, subject: kind, actor: 'operator', meta }, runner);
  });
}
