import {
  type CallInput,
  frameError,
  giveEvidenceCall,
  type giveEvidenceRequest,
  isError,
  type StartedLoginLink,
} from 'latchkit/protocol';
import type { ServiceClient } from '../services/createServiceClient.js';

/** What this page has of a social login. */
export interface KeptLogin {
  readonly body: CallInput<typeof giveEvidenceRequest>['body'];
  /** The vault's grant; absent on a known installation. */
  readonly approvalGrant: string | undefined;
  /** The login of the project that can be joined to the wallet. See `redeemSocialSignInCall`. */
  readonly join?: StartedLoginLink | undefined;
}

/** Proof of the newest social login of this page, for a change that the vault has to verify. */
export interface LoginProof {
  /** Undefined forgets the login. */
  keep(login: KeptLogin | undefined): void;
  /** What this page has of its newest social login. */
  kept(): KeptLogin | undefined;
  /** @throws REAUTH_REQUIRED This page has no login that is recent enough. LINK_REQUIRED */
  prove(): Promise<{ readonly approvalGrant: string; readonly authReceipt: string }>;
}

export function createLoginProof(vault: ServiceClient): LoginProof {
  let kept: KeptLogin | undefined;
  return {
    keep(login) {
      kept = login;
    },
    kept: () => kept,
    async prove() {
      if (kept === undefined) throw frameError('REAUTH_REQUIRED');
      const { body, approvalGrant } = kept;
      const { authReceipt } = body;
      if (approvalGrant !== undefined) return { approvalGrant, authReceipt };
      const given = await vault.call<typeof giveEvidenceRequest>(giveEvidenceCall, { body }).catch(tooOld);
      return { approvalGrant: given.approvalGrant, authReceipt };
    },
  };
}

/** The services' code for proofs that are no longer valid is shared with codes. */
export function tooOld(error: unknown): never {
  throw isError(error, 'OTP_EXPIRED') ? frameError('REAUTH_REQUIRED', { cause: error }) : error;
}
