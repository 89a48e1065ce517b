import * as z from 'zod';
import type { SealedStore } from '../../platform/keyvault/openSealedStore.js';
import type { Caller } from '../shared/proveCaller.js';
import type { WalletParts } from '../shared/walletParts.js';
import { approvalState } from './approvals.js';
import type { DecisionWaits } from './decisionWaits.js';

/**
 * Returns the state of the caller's approval. If it is pending, waits up to ten seconds for the decision.
 *
 * @param signal - Aborts when the caller disconnects.
 * @throws as `approvalState`.
 */
export async function approvalDecision(
  parts: WalletParts,
  waits: DecisionWaits,
  caller: Caller,
  id: string,
  signal: AbortSignal,
) {
  const now = await approvalState(parts, caller, id);
  if (now.state !== 'pending') return now;
  await waits.wait(id, caller, signal);
  return approvalState(parts, caller, id);
}

/** Returns which of these approvals are decided. */
export async function decidedApprovals(
  { database, schema }: SealedStore,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await database.query(
    `select id from ${schema}.approvals
     where id in (select jsonb_array_elements_text($1::jsonb)::uuid) and state <> 'pending'`,
    [JSON.stringify(ids)],
  );
  return rows.map(row => z.object({ id: z.string() }).parse(row).id);
}
