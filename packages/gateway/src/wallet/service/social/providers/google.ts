import { pictureOf, subjectOf, textOf, verifiedEmail } from '../readField.js';
import type { SocialProvider } from '../SocialProvider.js';

/** developers.google.com/identity/openid-connect/openid-connect */
export const google: SocialProvider = {
  id: 'google',
  name: 'Google',
  protocol: {
    kind: 'openid',
    issuer: 'https://accounts.google.com',
    otherIssuers: ['accounts.google.com'],
    otherIssuerAt: base => base.replace(/^https?:\/\//, ''),
    profileOf: ({ sub, name, email, email_verified: isVerified, picture }) => ({
      subject: subjectOf(sub),
      name: textOf(name),
      email: verifiedEmail(email, isVerified),
      picture: pictureOf(picture),
    }),
  },
  scope: 'openid email profile',
  usesPkce: true,
  accountPrompt: 'select_account',
  clientAuth: 'post',
  evidence: 'idToken',
};
