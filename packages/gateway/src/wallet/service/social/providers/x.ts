import { objectOf, pictureOf, subjectOf, textOf } from '../readField.js';
import type { SocialProvider } from '../SocialProvider.js';

/** docs.x.com/fundamentals/authentication/oauth-2-0. The vault cannot verify X's tokens: no call tells which client they are of. */
export const x: SocialProvider = {
  id: 'x',
  name: 'X',
  protocol: {
    kind: 'oauth',
    site: 'https://x.com',
    authorizePath: '/i/oauth2/authorize',
    api: 'https://api.x.com',
    developmentApi: '',
    tokenPath: '/2/oauth2/token',
    revocation: { by: 'form', path: '/2/oauth2/revoke', endsAll: false },
    async readProfile(read) {
      const { data } = objectOf(await read('/2/users/me?user.fields=profile_image_url'));
      const { id, name, username, profile_image_url: picture } = objectOf(data);
      return {
        subject: subjectOf(id),
        name: textOf(username) ?? textOf(name),
        picture: pictureOf(picture),
      };
    },
  },
  // X refuses the user's own data without tweet.read.
  scope: 'users.read tweet.read',
  usesPkce: true,
  clientAuth: 'basic',
  refusalHint: 'buy credits in the developer console: reading the user costs them',
  evidence: undefined,
};
