import { objectOf, pictureOf, subjectOf, textOf, verifiedEmail } from '../readField.js';
import type { SocialProvider } from '../SocialProvider.js';

/** docs.github.com/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps */
export const github: SocialProvider = {
  id: 'github',
  name: 'GitHub',
  protocol: {
    kind: 'oauth',
    site: 'https://github.com',
    issuerPath: '/login/oauth',
    authorizePath: '/login/oauth/authorize',
    api: 'https://api.github.com',
    developmentApi: '/api',
    tokenSite: 'https://github.com',
    tokenPath: '/login/oauth/access_token',
    revocation: { by: 'delete', path: '/applications/{client_id}/token', endsAll: false },
    async readProfile(read) {
      const { id, login, name, avatar_url: picture } = objectOf(await read('/user'));
      // Of a GitHub App, scopes do not count: it needs a permission instead.
      const emails: unknown = await read('/user/emails', { permission: 'Email addresses: read-only' });
      const primary = Array.isArray(emails) ? emails.map(objectOf).find(entry => entry.primary === true) : {};
      return {
        subject: subjectOf(id),
        name: textOf(name) ?? textOf(login),
        email: verifiedEmail(primary?.email, primary?.verified),
        picture: pictureOf(picture),
      };
    },
  },
  scope: 'user:email',
  usesPkce: true,
  accountPrompt: 'select_account',
  clientAuth: 'post',
  evidence: 'accessToken',
};
