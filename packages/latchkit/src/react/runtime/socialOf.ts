import type { SocialProvider } from '../../core/index.js';
import { PROVIDER_NAMES } from '../../protocol/providerNames.js';

/** The provider with this id, if a user can log in with it. */
export function socialOf(id: string | undefined): SocialProvider | undefined {
  return id !== undefined && Object.hasOwn(PROVIDER_NAMES, id) ? (id as SocialProvider) : undefined;
}
