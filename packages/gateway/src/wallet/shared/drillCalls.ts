import * as z from 'zod';
import type { SealedStore } from '../../platform/keyvault/openSealedStore.js';
import { verifyServiceToken } from '../../platform/keyvault/serviceKeys.js';
import { inSeconds, TOKEN_KINDS } from './serviceTokens.js';
import { WALLET_TIMES } from './walletLimits.js';

type Service = { readonly store: Pick<SealedStore, 'keys'>; readonly frameUrl: string };

/** The header with which the program of the canary wallets proves that the wallet service started it. */
const HEADER = 'Latchkit-Drill';

/**
 * Stands for the network in the limits of drills. No caller has it otherwise, so that nobody else, also behind the same proxy, uses up what a
 * drill needs.
 */
export const DRILL_NETWORK = 'canary drill';

/** The headers of one visit to a canary wallet. */
export async function drillHeaders({ store, frameUrl }: Service): Promise<Readonly<Record<string, string>>> {
  const now = inSeconds(Date.now());
  const token = await store.keys.sign(TOKEN_KINDS.canaryDrill, {
    iss: frameUrl,
    aud: frameUrl,
    iat: now,
    exp: now + inSeconds(WALLET_TIMES.drillTurn),
  });
  return { [HEADER]: token };
}

/** Whether a call comes from a drill. */
export async function isDrillCall(
  { store, frameUrl }: Service,
  header: (name: string) => string | undefined,
): Promise<boolean> {
  const token = header(HEADER);
  if (token === undefined) return false;
  const expected = { typ: TOKEN_KINDS.canaryDrill, issuer: frameUrl, audience: frameUrl };
  return (await verifyServiceToken(store.keys.find, token, expected, z.object({}))) !== undefined;
}
