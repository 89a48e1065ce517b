import { objectOf, pictureOf, subjectOf, textOf } from '../readField.js';
import type { SocialProvider } from '../SocialProvider.js';

/** developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow. It does not say whether addresses are verified. */
export const facebook: SocialProvider = {
  id: 'facebook',
  name: 'Facebook',
  protocol: {
    kind: 'oauth',
    site: 'https://www.facebook.com',
    authorizePath: '/dialog/oauth',
    api: 'https://graph.facebook.com',
    developmentApi: '/graph',
    tokenPath: '/oauth/access_token',
    async readProfile(read) {
      const { id, name, picture } = objectOf(await read('/me?fields=id,name,picture'));
      return {
        subject: subjectOf(id),
        name: textOf(name),
        picture: pictureOf(objectOf(objectOf(picture).data).url),
      };
    },
  },
  scope: 'public_profile',
  usesPkce: true,
  clientAuth: 'post',
  cutsOpener: true,
  evidence: 'accessToken',
};
