import type { P256PublicJwk } from 'latchkit/protocol';

/** A storage partition of a browser, as the services identify it. */
export interface Installation {
  /** ECDSA P-256, not exportable: signs DPoP proofs (RFC 9449). */
  readonly signingKey: CryptoKey;
  /** The public key that is sent to the services. */
  readonly signingJwk: P256PublicJwk;
  readonly encJwk: P256PublicJwk;
  /** ECDH P-256, not exportable: opens what the services seal to `encJwk`. */
  readonly sealingKey: CryptoKey;
  /** RFC 7638 thumbprint of the signing key. */
  readonly jkt: string;
  /** The keys could not be stored and are lost with the page. */
  readonly ephemeral: boolean;
}
