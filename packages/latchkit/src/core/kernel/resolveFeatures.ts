import type { ProjectConfigAnswer } from '../../protocol/gateway/projectConfig.js';
import type { Features, LatchkitOptions, RemoteFeatures, SocialProvider } from '../LatchkitOptions.js';

/** Default display order. */
const SOCIALS: readonly SocialProvider[] = [
  'google',
  'x',
  'farcaster',
  'discord',
  'apple',
  'github',
  'facebook',
];

/** Defaults for features that neither the project nor the host sets. */
const DEFAULT_FEATURES: Features = {
  email: true,
  socials: SOCIALS,
  swaps: ['1inch'],
  onramp: ['meld', 'coinbase'],
  activity: true,
  reownBranding: true,
  multiWallet: false,
  receive: true,
  send: true,
  analytics: true,
  allWallets: true,
  legalCheckbox: false,
  smartSessions: false,
  collapseWallets: false,
  pay: false,
};

/** The features that basic mode disables. */
const BASIC: Partial<Features> = {
  email: false,
  socials: false,
  swaps: false,
  onramp: false,
  activity: false,
  reownBranding: false,
  multiWallet: false,
  receive: false,
  send: false,
  analytics: false,
  smartSessions: false,
  allWallets: false,
  pay: false,
};

const REMOTE_KEYS = [
  'email',
  'socials',
  'swaps',
  'onramp',
  'activity',
  'reownBranding',
  'multiWallet',
] as const;

export type RemoteAnswer = NonNullable<ProjectConfigAnswer['features']>;

/**
 * The resolved features. Precedence: basic mode, the project's remote configuration, the host's options, the defaults.
 * Socials without credentials at the gateway are left out.
 */
export function resolveFeatures(
  options: Pick<LatchkitOptions, 'features' | 'basic' | 'wallets'>,
  remote?: RemoteAnswer,
  availableSocials?: readonly string[] | null,
): Features {
  const features: Record<string, unknown> = { ...DEFAULT_FEATURES };
  for (const [key, value] of Object.entries(options.features ?? {})) {
    if (value !== undefined) features[key] = value;
  }
  for (const key of REMOTE_KEYS) {
    const value = remote?.[key];
    if (value !== undefined && value !== null) features[key] = value;
  }
  const socials = features.socials;
  if (Array.isArray(socials)) {
    const own = options.features?.socials || [];
    // Telegram only where the host lists it.
    const known = own.includes('telegram') ? [...SOCIALS, 'telegram'] : SOCIALS;
    features.socials = socials.filter(
      social => known.includes(social) && (availableSocials?.includes(social) ?? true),
    );
  }
  // Without wallets there is one login, and nothing to add to it.
  if (options.wallets === false) features.allWallets = features.multiWallet = false;
  // The defaults contain every key, and remote values match their schema's types.
  return { ...(features as unknown as Features), ...(options.basic ? BASIC : {}) };
}

/** The host's settings that the remote configuration overrides with another value. */
export function overriddenFeatures(
  local: Partial<Features> | undefined,
  remote: RemoteAnswer,
): readonly (keyof RemoteFeatures)[] {
  return REMOTE_KEYS.filter(key => {
    const mine = local?.[key];
    const theirs = remote[key];
    if (mine === undefined || theirs === undefined || theirs === null) return false;
    return JSON.stringify(mine) !== JSON.stringify(theirs);
  });
}
