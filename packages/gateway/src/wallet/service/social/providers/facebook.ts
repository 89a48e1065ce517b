import { objectOf, pictureOf, subjectOf, textOf } from '../readField.js';
import type { SocialProvider } from '../SocialProvider.js';

/** The version of the Graph that all calls name (developers.facebook.com: Versioning, 29 November 2026). */
export const GRAPH = '/v25.0';

/**
 * developers.facebook.com: Manually Build a Login Flow; OIDC Code Flow with PKCE, which is in testing (29 November 2026). It does not
 * say whether addresses are verified.
 */
export const facebook: SocialProvider = {
  id: 'facebook',
  name: 'Facebook',
  protocol: {
    kind: 'oauth',
    site: 'https://www.facebook.com',
    authorizePath: `${GRAPH}/dialog/oauth`,
    api: 'https://graph.facebook.com',
    developmentApi: '/graph',
    tokenPath: `${GRAPH}/oauth/access_token`,
    hasIdToken: true,
    provesSecret: true,
    revocation: { by: 'graph', path: `${GRAPH}/oauth/revoke`, endsAll: true },
    async readProfile(read) {
      const { id, name, picture } = objectOf(await read(`${GRAPH}/me?fields=id,name,picture`));
      return {
        subject: subjectOf(id),
        name: textOf(name),
        picture: pictureOf(objectOf(objectOf(picture).data).url),
      };
    },
  },
  scope: 'openid public_profile',
  usesPkce: true,
  clientAuth: 'post',
  evidence: 'accessToken',
};
