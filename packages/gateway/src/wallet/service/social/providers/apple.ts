import { parseJson } from '../../../../platform/http/parseJson.js';
import { objectOf, subjectOf, textOf, verifiedEmail } from '../readField.js';
import type { SocialProvider } from '../SocialProvider.js';

/** developer.apple.com/documentation/signinwithapplerestapi. Apple documents no PKCE. */
export const apple: SocialProvider = {
  id: 'apple',
  name: 'Apple',
  protocol: {
    kind: 'openid',
    issuer: 'https://appleid.apple.com',
    otherIssuers: ['https://account.apple.com'],
    otherIssuerAt: base => `${base}/account`,
    // On 11 June 2025 its metadata named another issuer, behind a redirect, while its tokens did not.
    endpoints: { authorize: '/auth/authorize', token: '/auth/token', keys: '/auth/keys' },
    profileOf: ({ sub, email, email_verified: isVerified }, posted) => ({
      subject: subjectOf(sub),
      name: postedName(posted),
      email: verifiedEmail(email, isVerified),
    }),
  },
  scope: 'openid email name',
  usesPkce: false,
  // Apple requires it for the name and the email address.
  responseMode: 'form_post',
  clientAuth: 'signed',
  evidence: 'idToken',
};

/** The name in the `user` field. It passed through the browser, so it is a label, not an identity. */
function postedName(posted: string | undefined): string | undefined {
  try {
    const { firstName, lastName } = objectOf(objectOf(parseJson(posted ?? '')).name);
    return textOf([textOf(firstName), textOf(lastName)].filter(Boolean).join(' '));
  } catch {
    return undefined;
  }
}
