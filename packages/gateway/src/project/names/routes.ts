import { readIdentityRequest, readProfileRequest } from 'latchkit/protocol';
import type { PictureUrl } from '../../platform/http/PictureUrl.js';
import type { CallHandler } from '../../platform/http/serveCalls.js';
import { handle } from '../projects/projectCalls.js';
import type { Identities } from './identities.js';
import type { Profiles } from './service.js';

/** Finds the name of an address, and the addresses of a name. */
export function nameCalls(
  identities: Identities,
  profiles: Profiles,
  picture: PictureUrl,
): readonly CallHandler[] {
  return [
    handle(readIdentityRequest, async ({ params, query, context }) => {
      const { name, avatar } = await identities.of(query.chainId, params.address, context.req.raw.signal);
      return { name, avatar: (avatar && (await picture(avatar, context))) ?? null };
    }),
    handle(readProfileRequest, ({ params, context }) => profiles.of(params.name, context.req.raw.signal)),
  ];
}
