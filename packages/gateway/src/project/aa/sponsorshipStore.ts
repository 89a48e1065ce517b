import * as z from 'zod';
import type { Database } from '../../platform/ports/Database.js';
import type { SponsorshipAllowance, SponsorshipPolicy } from '../projects/projectSmartAccounts.js';

/** Milliseconds for which a user operation counts. */
const WINDOW = 24 * 60 * 60 * 1_000;

/** A user operation that a project is about to pay for. Of several with one nonce, the chain takes one. */
export interface SponsoredOperation {
  readonly projectId: string;
  readonly chainId: string;
  readonly sender: string;
  readonly nonce: string;
  readonly userId: string;
  /** At most. */
  readonly gas: number;
  /** Millionths of a US dollar, at most; undefined if the policy has no limit in USD. */
  readonly microUsd: number | undefined;
}

export interface SponsorshipStore {
  /**
   * Counts a user operation against the allowances of the last 24 hours. Concurrent calls of all replicas count.
   *
   * @returns the allowance that does not cover it; then nothing was counted.
   */
  reserve(operation: SponsoredOperation, policy: SponsorshipPolicy): Promise<'perUser' | 'total' | undefined>;
  /** Replaces the maximum by what the operation used. */
  settle(operation: Pick<SponsoredOperation, 'chainId' | 'sender' | 'nonce' | 'gas'>): Promise<void>;
}

const sums = z.object({ gas: z.number(), usd: z.number(), userGas: z.number(), userUsd: z.number() });

/** @param now - Milliseconds since 1970. */
export function sponsorshipStore(database: Database, now: () => number = Date.now): SponsorshipStore {
  return {
    reserve: (operation, policy) =>
      database.transaction(async runner => {
        const { projectId, chainId, sender, nonce, userId, gas, microUsd = 0 } = operation;
        const from = new Date(now() - WINDOW);
        // One at a time for each project: otherwise concurrent transactions don't see each other's rows.
        await runner.query(`select pg_advisory_xact_lock(hashtextextended($1, 4337))`, [projectId]);
        await runner.query(`delete from sponsored_operations where project_id = $1 and counted_at <= $2`, [
          projectId,
          from,
        ]);
        const [row] = await runner.query(
          `select coalesce(sum(gas), 0)::float8 as gas, coalesce(sum(micro_usd), 0)::float8 as usd,
             coalesce(sum(gas) filter (where user_id = $2), 0)::float8 as "userGas",
             coalesce(sum(micro_usd) filter (where user_id = $2), 0)::float8 as "userUsd"
           from sponsored_operations
           where project_id = $1 and not (chain_id = $3 and sender = $4 and nonce = $5)`,
          [projectId, userId, chainId, sender, nonce],
        );
        const used = sums.parse(row);
        if (!covers(policy.perUser, used.userGas + gas, used.userUsd + microUsd)) return 'perUser';
        if (!covers(policy.total, used.gas + gas, used.usd + microUsd)) return 'total';
        await runner.query(
          `insert into sponsored_operations
             (project_id, chain_id, sender, nonce, user_id, gas, micro_usd, counted_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8)
           on conflict (project_id, chain_id, sender, nonce) do update
             set gas = greatest(sponsored_operations.gas, excluded.gas),
                 micro_usd = greatest(sponsored_operations.micro_usd, excluded.micro_usd),
                 counted_at = excluded.counted_at`,
          [projectId, chainId, sender, nonce, userId, gas, microUsd, new Date(now())],
        );
        return undefined;
      }),
    async settle({ chainId, sender, nonce, gas }) {
      await database.query(
        `update sponsored_operations set micro_usd = micro_usd * $4 / gas, gas = $4
         where chain_id = $1 and sender = $2 and nonce = $3 and gas > $4`,
        [chainId, sender, nonce, gas],
      );
    },
  };
}

function covers({ gas, usd }: SponsorshipAllowance, usedGas: number, usedMicroUsd: number): boolean {
  return (gas === undefined || usedGas <= gas) && (usd === undefined || usedMicroUsd <= usd * 1_000_000);
}
