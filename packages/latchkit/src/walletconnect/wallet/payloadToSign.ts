import type { AuthPayload, CacaoPayload } from '../session/Cacao.js';
import { readGrant, recapStatement, writeRecap } from '../session/recap.js';

/**
 * Builds what one account signs for a sign-in request (CAIP-222): the request with the account as issuer, and the
 * statement that describes its recap (ERC-5573). `formatAuthMessage` turns it into text.
 *
 * @param account - CAIP-10, on one of the requested chains.
 * @param methods - What the wallet lets the page request; other methods are removed from the recap. Default: all.
 */
export function payloadToSign(
  { type, chains, ...asked }: AuthPayload,
  account: string,
  methods?: readonly string[],
): CacaoPayload {
  const iss = `did:pkh:${account}`;
  const grant = readGrant(asked.resources);
  if (!grant) return { ...asked, iss };
  const allowed = grant.methods.filter(method => methods?.includes(method) ?? true);
  const others = asked.resources?.slice(0, -1) ?? [];
  if (allowed.length === 0) return { ...asked, iss, resources: others };
  const narrowed = allowed.length < grant.methods.length;
  const limit = grant.chains.length > 0 ? [{ chains: grant.chains }] : [{}];
  const abilities = Object.fromEntries(allowed.map(method => [`request/${method}`, limit]));
  const words = recapStatement({ ...grant, methods: allowed });
  return {
    ...asked,
    iss,
    statement: [asked.statement, words].filter(Boolean).join(' '),
    ...(narrowed && { resources: [...others, writeRecap(abilities)] }),
  };
}
