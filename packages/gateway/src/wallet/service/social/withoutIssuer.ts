import type { SocialSignInProvider } from 'latchkit/protocol';
import { SocialError } from './SocialError.js';
import type { ProviderSetup, SocialProvider } from './SocialProvider.js';
import { SOCIAL_PROVIDERS } from './socialProviders.js';

/** Reports an issuer that was ignored, because the provider has no known one. */
export type UnknownIssuer = (provider: SocialSignInProvider, issuer: string) => void;

/** Maximum length of an issuer in a message. The visitor's browser sent it. */
const MAX_SHOWN = 100;

/**
 * Checks the `iss` of a provider's response (RFC 9207), and returns the parameters without it. It may be absent: Google sends
 * it at times only, and the state belongs to a sign-in with one provider.
 *
 * @throws SocialError `PROVIDER_RESPONSE_INVALID` if it is not the provider's, or another known provider's.
 */
export function withoutIssuer(
  { provider, developmentBase }: Pick<ProviderSetup, 'provider' | 'developmentBase'>,
  parameters: URLSearchParams,
  unknown: UnknownIssuer,
): URLSearchParams {
  const [issuer, second] = parameters.getAll('iss');
  const rest = new URLSearchParams(parameters);
  rest.delete('iss');
  if (issuer === undefined) return rest;
  const own = issuersOf(provider, developmentBase);
  const isRefused = own.length > 0 ? !own.includes(issuer) : isOfAnother(provider, developmentBase, issuer);
  if (isRefused || second !== undefined) {
    const message = `The response names an issuer that is not ${provider.name}'s: ${issuer.slice(0, MAX_SHOWN)}`;
    throw new SocialError('PROVIDER_RESPONSE_INVALID', message);
  }
  if (own.length === 0) unknown(provider.id, issuer.slice(0, MAX_SHOWN));
  return rest;
}

/** The issuers that a provider is known to name. At the development provider, `base` takes the place of its site. */
export function issuersOf({ protocol }: SocialProvider, base: string | undefined): readonly string[] {
  switch (protocol.kind) {
    case 'openid':
      return base === undefined
        ? [protocol.issuer, ...protocol.otherIssuers]
        : [base, protocol.otherIssuerAt(base)];
    case 'oauth':
      return protocol.issuerPath === undefined ? [] : [(base ?? protocol.site) + protocol.issuerPath];
    default:
      return [];
  }
}

function isOfAnother({ id }: SocialProvider, base: string | undefined, issuer: string): boolean {
  return Object.values(SOCIAL_PROVIDERS).some(other => {
    if (other.id === id) return false;
    // The development provider serves each under its id.
    const beside = base === undefined ? [] : issuersOf(other, new URL(other.id, base).href);
    return [...issuersOf(other, undefined), ...beside].includes(issuer);
  });
}
