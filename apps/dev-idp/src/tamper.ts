import { type CryptoKey, decodeJwt, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import type { Fault } from './faults.js';

/** The provider's clock is off by this much in the clock faults, in seconds. */
export const SKEW = 600;

/** Applies a fault to an id token, which is signed again with the provider's key. */
export async function tamper(
  idToken: string,
  fault: Fault | undefined,
  key: { readonly kid: string; readonly privateKey: CryptoKey },
): Promise<string> {
  const claims = changed(decodeJwt(idToken), fault);
  if (fault === 'algorithmNone') return new UnsecuredJWT(claims).encode();
  const signed = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: key.kid })
    .sign(key.privateKey);
  if (fault !== 'wrongSignature') return signed;
  const [header = '', payload = '', signature = ''] = signed.split('.');
  return [header, payload, signature.replace(/^./, found => (found === 'A' ? 'B' : 'A'))].join('.');
}

function changed(claims: JWTPayload, fault: Fault | undefined): JWTPayload {
  const { iat = 0, exp = 0 } = claims;
  switch (fault) {
    case 'clockFast':
      return { ...claims, iat: iat + SKEW, exp: exp + SKEW };
    case 'clockSlow':
      return { ...claims, iat: iat - SKEW, exp: exp - SKEW };
    case 'wrongIssuer':
      return { ...claims, iss: 'https://issuer.example' };
    case 'otherIssuer':
      return { ...claims, iss: otherIssuer(String(claims.iss)) };
    case 'wrongAudience':
      return { ...claims, aud: 'another-client' };
    case 'looseIdentity':
      return {
        ...claims,
        aud: [String(claims.aud)],
        email_verified: 'true',
        locale: null,
        later: { added: [1] },
      };
    case 'otherParty':
      return { ...claims, aud: [String(claims.aud), 'another-client'], azp: 'another-client' };
    case 'wrongNonce':
      return { ...claims, nonce: 'another-nonce' };
    default:
      return claims;
  }
}

/** The second issuer of Google, `accounts.google.com`, and of Apple, `https://account.apple.com`, for the stand-in's own. */
function otherIssuer(issuer: string): string {
  return issuer.endsWith('/apple') ? `${issuer}/account` : issuer.replace(/^https?:\/\//, '');
}
