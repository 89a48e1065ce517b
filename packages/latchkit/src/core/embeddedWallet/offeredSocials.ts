import type { ChainNamespace } from '../../protocol/caip.js';
import type { Latchkit } from '../Latchkit.js';
import type { OfferedSocial } from '../LatchkitOptions.js';
import type { LatchkitState } from '../LatchkitState.js';
import { isWalletOffered } from './isEmailOffered.js';

const NONE: readonly OfferedSocial[] = [];

/**
 * The social logins to offer, in display order: none unless the host set `embeddedWallet` and it has accounts in at least one
 * namespace. Farcaster is not offered yet.
 *
 * @param namespace - Only in this namespace. Default: in any.
 */
export function offeredSocials(
  kit: Latchkit,
  { features: { socials } }: Pick<LatchkitState, 'features'>,
  namespace?: ChainNamespace,
): readonly OfferedSocial[] {
  return socials && isWalletOffered(kit, namespace) ? socials.filter(social => social !== 'farcaster') : NONE;
}
