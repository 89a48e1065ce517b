import { objectOf, subjectOf, textOf, verifiedEmail } from '../readField.js';
import type { SocialProvider } from '../SocialProvider.js';

/** docs.discord.com: OAuth2; Reference (29 November 2026). Paths without a version are of a deprecated one. */
export const discord: SocialProvider = {
  id: 'discord',
  name: 'Discord',
  protocol: {
    kind: 'oauth',
    site: 'https://discord.com',
    authorizePath: '/oauth2/authorize',
    api: 'https://discord.com',
    developmentApi: '',
    tokenPath: '/api/v10/oauth2/token',
    hasIdToken: true,
    revocation: { by: 'form', path: '/api/v10/oauth2/token/revoke', endsAll: true },
    async readProfile(read) {
      const { id, username, global_name: name, email, verified } = objectOf(await read('/api/v10/users/@me'));
      return {
        subject: subjectOf(id),
        name: textOf(name) ?? textOf(username),
        email: verifiedEmail(email, verified),
      };
    },
  },
  scope: 'identify email openid',
  usesPkce: true,
  clientAuth: 'post',
  agent: 'DiscordBot',
  evidence: 'accessToken',
};
