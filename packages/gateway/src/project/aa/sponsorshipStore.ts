import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Database, SqlRunner } from '../../platform/ports/Database.js';
import type { SponsorshipAllowance, SponsorshipPolicy } from '../projects/projectSmartAccounts.js';

/** Milliseconds for which a user operation counts. */
const WINDOW = 24 * 60 * 60 * 1_000;
/** Milliseconds after its first sponsored operation landed, until an account is known. */
const KNOWN = WINDOW;
/** Milliseconds for which an account without a further operation stays known. */
const REMEMBERED = 90 * WINDOW;
/** Milliseconds that a paymaster may take: longer than any request. */
const SIGNING = 2 * 60_000;

/** A user operation that a project is about to pay for. Of several with one nonce, the chain takes one. */
export interface SponsoredOperation {
  readonly projectId: string;
  readonly chainId: string;
  readonly sender: string;
  readonly nonce: string;
  readonly userId: string;
  /** Where the call came from. */
  readonly network: string;
  /** At most. */
  readonly gas: number;
  /** Millionths of a US dollar, at most; undefined if the policy has no limit in USD. */
  readonly microUsd: number | undefined;
  /** Milliseconds since 1970 at which the paymaster's signature ends. Undefined: it has not signed yet. */
  readonly validUntil?: number | undefined;
}

type OperationKey = Pick<SponsoredOperation, 'projectId' | 'chainId' | 'sender' | 'nonce'>;

/** What was reserved for a user operation whose paymaster's signature has ended. */
export type ExpiredReservation = z.infer<typeof expiredRow>;

/** The allowance that does not cover a user operation: of its user, of all, of new users, or of those in one network. */
export type ExhaustedAllowance = 'perUser' | 'total' | 'newUsers' | 'newUsersOfNetwork';

export interface SponsorshipStore {
  /**
   * Counts a user operation against the allowances of the last 24 hours. Concurrent calls of all replicas count.
   *
   * @returns the allowance that does not cover it; then nothing was counted, and what was reserved for it before the paymaster signed
   * is given back.
   */
  reserve(operation: SponsoredOperation, policy: SponsorshipPolicy): Promise<ExhaustedAllowance | undefined>;
  /** Gives back what was reserved for an operation that the paymaster never signed. */
  cancel(operation: OperationKey): Promise<void>;
  /** Replaces the maximum by what the operation used, when it has landed. */
  settle(operation: Pick<SponsoredOperation, 'chainId' | 'sender' | 'nonce' | 'gas'>): Promise<void>;
  /** Lists signed operations that have not been seen on their chain by their end, the oldest first. */
  expired(projectId: string, most: number): Promise<readonly ExpiredReservation[]>;
  /** Notes that the chain took an operation, or another one with its nonce. */
  landed(reservation: ExpiredReservation): Promise<void>;
  /** Gives back a reservation, unless the operation was signed again or has landed. */
  free(reservation: ExpiredReservation): Promise<void>;
}

const sum = z.object({ gas: z.number(), usd: z.number() });
const sums = z.object({ all: sum, user: sum, first: sum, network: sum });
const expiredRow = z.object({
  projectId: z.string(),
  chainId: z.string(),
  sender: z.string(),
  nonce: z.string(),
  validUntil: z.date(),
});

/** @param now - Milliseconds since 1970. */
export function sponsorshipStore(database: Database, now: () => number = Date.now): SponsorshipStore {
  return {
    reserve: (operation, policy) =>
      database.transaction(async runner => {
        const { projectId, userId, gas, microUsd = 0, validUntil } = operation;
        const network = networkHash(operation);
        // One at a time for each project: otherwise concurrent transactions don't see each other's rows.
        await runner.query(`select pg_advisory_xact_lock(hashtextextended($1, 4337))`, [projectId]);
        await forget(runner, projectId, now());
        const isKnown = await knows(runner, operation, now());
        const used = await sumsOf(runner, operation);
        const exhausted = exhaustedOf(used, { gas, usd: microUsd }, { policy, isKnown });
        if (exhausted !== undefined) {
          // Here, not later: of several that the paymaster makes dearer, each would else be refused for the others.
          await giveBack(runner, operation);
          return exhausted;
        }
        await runner.query(
          `insert into sponsored_operations as known
             (project_id, chain_id, sender, nonce, user_id, network, is_first, gas, micro_usd, counted_at, valid_until)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
           on conflict (project_id, chain_id, sender, nonce) do update
             set gas = greatest(known.gas, excluded.gas),
                 micro_usd = greatest(known.micro_usd, excluded.micro_usd),
                 counted_at = excluded.counted_at,
                 valid_until = greatest(known.valid_until, excluded.valid_until)`,
          [
            ...keyOf(operation),
            ...[userId, network, !isKnown, gas, microUsd, new Date(now())],
            // A signature without an end counts for the whole day.
            validUntil === undefined ? null : new Date(Math.min(validUntil, now() + WINDOW)),
          ],
        );
        return undefined;
      }),
    cancel: operation => giveBack(database, operation),
    async settle({ chainId, sender, nonce, gas }) {
      await database.transaction(async runner => {
        const rows = await runner.query(
          `update sponsored_operations set landed_at = coalesce(landed_at, $5),
             micro_usd = case when gas > $4 then micro_usd * $4 / gas else micro_usd end, gas = least(gas, $4)
           where chain_id = $1 and sender = $2 and nonce = $3 returning project_id as "projectId"`,
          [chainId, sender, nonce, gas, new Date(now())],
        );
        for (const { projectId } of rows) await remember(runner, String(projectId), sender, now());
      });
    },
    async expired(projectId, most) {
      const rows = await database.query(
        `select project_id as "projectId", chain_id as "chainId", sender, nonce, valid_until as "validUntil"
         from sponsored_operations where project_id = $1 and landed_at is null and valid_until <= $2
         order by valid_until limit $3`,
        [projectId, new Date(now()), most],
      );
      return rows.map(row => expiredRow.parse(row));
    },
    landed: reservation =>
      database.transaction(async runner => {
        await runner.query(
          `update sponsored_operations set landed_at = coalesce(landed_at, $5) where project_id = $1 and chain_id = $2 and sender = $3 and nonce = $4`,
          [...keyOf(reservation), new Date(now())],
        );
        await remember(runner, reservation.projectId, reservation.sender, now());
      }),
    async free(reservation) {
      await database.query(
        `delete from sponsored_operations where project_id = $1 and chain_id = $2 and sender = $3 and nonce = $4 and landed_at is null and valid_until <= $5`,
        [...keyOf(reservation), reservation.validUntil],
      );
    },
  };
}

function keyOf({ projectId, chainId, sender, nonce }: OperationKey): readonly string[] {
  return [projectId, chainId, sender, nonce];
}

/** Deletes what was reserved for an operation that the paymaster has not signed. */
async function giveBack(runner: Pick<SqlRunner, 'query'>, operation: OperationKey): Promise<void> {
  await runner.query(
    `delete from sponsored_operations where project_id = $1 and chain_id = $2 and sender = $3 and nonce = $4 and valid_until is null`,
    keyOf(operation),
  );
}

/** Deletes what no longer counts, and what a process reserved that ended before the paymaster signed. */
async function forget(runner: SqlRunner, projectId: string, now: number): Promise<void> {
  await runner.query(
    `delete from sponsored_operations
     where counted_at <= $2 or (project_id = $1 and valid_until is null and counted_at <= $3)`,
    [projectId, new Date(now - WINDOW), new Date(now - SIGNING)],
  );
  await runner.query('delete from sponsored_accounts where project_id = $1 and used_at <= $2', [
    projectId,
    new Date(now - REMEMBERED),
  ]);
}

async function remember(runner: SqlRunner, projectId: string, account: string, now: number): Promise<void> {
  await runner.query(
    `insert into sponsored_accounts (project_id, account, first_at, used_at) values ($1, $2, $3, $3)
     on conflict (project_id, account) do update set used_at = excluded.used_at`,
    [projectId, account, new Date(now)],
  );
}

async function knows(
  runner: SqlRunner,
  { projectId, sender }: SponsoredOperation,
  now: number,
): Promise<boolean> {
  const rows = await runner.query(
    'select 1 from sponsored_accounts where project_id = $1 and account = $2 and first_at <= $3',
    [projectId, sender, new Date(now - KNOWN)],
  );
  return rows.length > 0;
}

/** Adds up what counts, without the operation itself. A user and the user's account are one. */
async function sumsOf(runner: SqlRunner, operation: SponsoredOperation): Promise<z.infer<typeof sums>> {
  const { projectId, userId, chainId, sender, nonce } = operation;
  const both = (condition: string) => `json_build_object(
    'gas', coalesce(sum(gas) filter (where ${condition}), 0)::float8,
    'usd', coalesce(sum(micro_usd) filter (where ${condition}), 0)::float8)`;
  const [row] = await runner.query(
    `select ${both('true')} as all, ${both('user_id = $2 or sender = $4')} as user,
       ${both('is_first')} as first, ${both('is_first and network = $6')} as network
     from sponsored_operations
     where project_id = $1 and not (chain_id = $3 and sender = $4 and nonce = $5)`,
    [projectId, userId, chainId, sender, nonce, networkHash(operation)],
  );
  return sums.parse(row);
}

/** Networks are compared only, so no address is stored. */
function networkHash({ projectId, network }: SponsoredOperation): string {
  return createHash('sha256').update(`${projectId} ${network}`).digest('hex').slice(0, 32);
}

function exhaustedOf(
  used: z.infer<typeof sums>,
  asked: z.infer<typeof sum>,
  { policy, isKnown }: { readonly policy: SponsorshipPolicy; readonly isKnown: boolean },
): ExhaustedAllowance | undefined {
  const { perUser, total, newUsers } = policy;
  const covers = (allowance: SponsorshipAllowance, before: z.infer<typeof sum>) =>
    (allowance.gas === undefined || before.gas + asked.gas <= allowance.gas) &&
    (allowance.usd === undefined || before.usd + asked.usd <= allowance.usd * 1_000_000);
  if (!covers(perUser, used.user)) return 'perUser';
  if (!covers(total, used.all)) return 'total';
  if (isKnown) return undefined;
  if (!covers(partOf(total, newUsers.share), used.first)) return 'newUsers';
  // One operation is always possible: the part of a network can be less than it.
  const isFirstOfNetwork = used.network.gas === 0;
  return isFirstOfNetwork || covers(partOf(total, newUsers.network), used.network)
    ? undefined
    : 'newUsersOfNetwork';
}

/** Keeps an absent limit absent. */
function partOf({ gas, usd }: SponsorshipAllowance, share: number): SponsorshipAllowance {
  return {
    gas: gas === undefined ? undefined : gas * share,
    usd: usd === undefined ? undefined : usd * share,
  };
}
