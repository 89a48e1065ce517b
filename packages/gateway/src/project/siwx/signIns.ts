import { type AccountSignIn, revokeSignInMessage } from 'latchkit/protocol';
import { HttpError } from '../../platform/http/HttpError.js';
import { accountId } from '../chains/accountId.js';
import type { SiwxService } from './service.js';
import type { SiwxStore, StoredSession } from './store.js';
import { verifyRevocation } from './verifyRevocation.js';
import type { VerifySignature } from './verifySignature.js';

/** The sessions of an account. */
export interface SignInsService {
  /**
   * Lists the sessions of the account in this project, newest first.
   *
   * @param id - CAIP-10 id.
   * @param token - The token of one of the account's sessions.
   * @throws HttpError 401 if the token belongs to another account.
   */
  list(projectId: string, id: string, token: string): Promise<readonly AccountSignIn[]>;
  /**
   * Ends a session for whom its account signed that; again and again, it stays ended.
   *
   * @param request - `gateway`: the origin of this gateway.
   * @throws HttpError 404 `SESSION_NOT_FOUND`, 401 `INVALID_SIGNATURE` or 503 `CHAIN_UNAVAILABLE`.
   */
  revoke(
    projectId: string,
    id: string,
    request: { readonly pci: string; readonly signature: string; readonly gateway: string },
    gone: AbortSignal,
  ): Promise<{ readonly pci: string; readonly revokedAt: string }>;
}

export interface SignInsServiceOptions {
  readonly siwx: SiwxService;
  readonly store: SiwxStore;
  readonly verifySignature: VerifySignature;
}

export function signInsService({ siwx, store, verifySignature }: SignInsServiceOptions): SignInsService {
  return {
    async list(projectId, id, token) {
      const { account } = await siwx.session(projectId, token);
      // On the same chain too, because a contract's address can belong to someone else on another chain.
      if (accountId(id)?.id !== account) {
        throw new HttpError(401, 'INVALID_TOKEN', 'The token belongs to another account');
      }
      return (await store.ofAccount(projectId, account)).map(toWire);
    },
    async revoke(projectId, id, { pci, signature, gateway }, gone) {
      const account = accountId(id);
      const found = isSessionId(pci) ? await store.find(projectId, pci) : undefined;
      if (account === undefined || found === undefined || found.account !== account.id) {
        throw new HttpError(404, 'SESSION_NOT_FOUND', 'The account has no such session');
      }
      const textFor = (origin?: string) => revokeSignInMessage(id, pci, origin);
      const signed = { account, textFor, signature, gateway };
      const isGood = await verifyRevocation(verifySignature, signed, gone);
      if (!isGood) throw new HttpError(401, 'INVALID_SIGNATURE', 'The account did not sign this');
      const revokedAt = (await store.revoke(projectId, pci, new Date())) ?? new Date();
      return { pci, revokedAt: revokedAt.toISOString() };
    },
  };
}

function isSessionId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

function toWire({ id, chainId, issuedAt, expiresAt, revokedAt, domain }: StoredSession): AccountSignIn {
  return {
    pci: id,
    chainId,
    createdAt: issuedAt.toISOString(),
    expiry: expiresAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
    domain,
  };
}
