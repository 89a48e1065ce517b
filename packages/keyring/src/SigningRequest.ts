import { base64urlnopad } from '@scure/base';

/** A request to sign a payload. */
export interface SigningRequest {
  /** Id of the host's request; an approval is valid for this id only. */
  readonly id: string;
  /**
   * Format of the payload. `message`: hex of the bytes (EIP-191). `typedData`: JSON (EIP-712). `transaction`: hex of an
   * unsigned transaction (EIP-2718). `userOperation`: JSON of a `SignableOperation`; `revocation`: the same, and it only ends permissions. `solanaMessage`: base64 of the bytes. `solanaTransaction`: base64 of the wire form.
   * `emailConsent`, `loginConsent` and `removalConsent`: JSON of `EmailConsentClaims`, `LoginConsentClaims` and
   * `LoginRemovalClaims`, signed by the installation's key and never by the wallet's. Signed by none of these keys: `passkey` and
   * `password`, JSON of a question to the user's passkeys, and of who may open the password; `provision`, JSON of
   * `VouchedInstallation`; `manage`, JSON of the page that asks.
   */
  readonly kind:
    | 'message'
    | 'typedData'
    | 'transaction'
    | 'userOperation'
    | 'revocation'
    | 'solanaMessage'
    | 'solanaTransaction'
    | 'emailConsent'
    | 'loginConsent'
    | 'removalConsent'
    | 'passkey'
    | 'password'
    | 'provision'
    | 'manage';
  /** CAIP-2 id. */
  readonly chainId: string;
  /** Address of the signing account: the EOA, the smart account or the Solana account. */
  readonly account: string;
  readonly payload: string;
}

/** The user's decision, as recorded by the surface that showed the request. */
export interface Approval {
  readonly id: string;
  /** {@link digestOf} of the request that was shown. */
  readonly digest: string;
  /** Origin of the host page that was shown. */
  readonly origin: string;
  readonly surface: 'frame' | 'window';
  /** When the button became armed and when it was pressed, in milliseconds since 1970. */
  readonly armedAt: number;
  readonly decidedAt: number;
}

/** SHA-256 of the whole request, base64url: it ties together what is shown, approved and signed. */
export async function digestOf(request: SigningRequest): Promise<string> {
  const { id, kind, chainId, account, payload } = request;
  const canonical = new TextEncoder().encode(JSON.stringify([id, kind, chainId, account, payload]));
  return base64urlnopad.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', canonical)));
}

/** The digest of each request to sign and one of all of them, so that what is shown, decided and signed is the same. */
export async function digestOfAll(
  signings: readonly SigningRequest[],
): Promise<{ readonly each: readonly string[]; readonly all: string }> {
  const each = await Promise.all(signings.map(digestOf));
  const bytes = new TextEncoder().encode(JSON.stringify(each));
  const all = base64urlnopad.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
  return { each, all };
}
