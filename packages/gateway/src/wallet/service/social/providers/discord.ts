import { objectOf, subjectOf, textOf, verifiedEmail } from '../readField.js';
import type { SocialProvider } from '../SocialProvider.js';

/** discord.com/developers/docs/topics/oauth2 */
export const discord: SocialProvider = {
  id: 'discord',
  name: 'Discord',
  protocol: {
    kind: 'oauth',
    site: 'https://discord.com',
    authorizePath: '/oauth2/authorize',
    api: 'https://discord.com',
    developmentApi: '',
    tokenPath: '/api/oauth2/token',
    async readProfile(read) {
      const { id, username, global_name: name, email, verified } = objectOf(await read('/api/users/@me'));
      return {
        subject: subjectOf(id),
        name: textOf(name) ?? textOf(username),
        email: verifiedEmail(email, verified),
      };
    },
  },
  scope: 'identify email',
  usesPkce: true,
  clientAuth: 'post',
  cutsOpener: false,
  evidence: 'accessToken',
};
