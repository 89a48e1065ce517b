import { base64urlnopad } from '@scure/base';

/** What is to be signed. */
export interface SigningRequest {
  /** Of the host's request; a decision is good for this one. */
  readonly id: string;
  /**
   * Form of the payload. `message`: hex of the bytes (EIP-191). `typedData`: JSON (EIP-712). `transaction`: hex of an unsigned
   * transaction (EIP-2718). `solanaMessage`: base64 of the bytes. `solanaTransaction`: base64 of the wire form.
   * `emailConsent`: JSON of `EmailConsentClaims`, which the installation's key signs and no key of the wallet.
   */
  readonly kind:
    | 'message'
    | 'typedData'
    | 'transaction'
    | 'solanaMessage'
    | 'solanaTransaction'
    | 'emailConsent';
  /** CAIP-2 id. */
  readonly chainId: string;
  /** Address of the account that signs. */
  readonly account: string;
  readonly payload: string;
}

/** The visitor's decision, as the surface that showed the request took it. */
export interface Approval {
  readonly id: string;
  /** {@link digestOf} what was shown. */
  readonly digest: string;
  /** Of the host page that was shown. */
  readonly origin: string;
  readonly surface: 'frame' | 'window';
  /** When the button began to count, and when it was pressed; milliseconds since 1970. */
  readonly armedAt: number;
  readonly decidedAt: number;
}

/** SHA-256 of all of the request, base64url: what is shown, decided and signed is the same thing. */
export async function digestOf(request: SigningRequest): Promise<string> {
  const { id, kind, chainId, account, payload } = request;
  const canonical = new TextEncoder().encode(JSON.stringify([id, kind, chainId, account, payload]));
  return base64urlnopad.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', canonical)));
}
