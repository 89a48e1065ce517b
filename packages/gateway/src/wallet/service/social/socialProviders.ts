import type { SocialSignInProvider } from 'latchkit/protocol';
import { apple } from './providers/apple.js';
import { discord } from './providers/discord.js';
import { facebook } from './providers/facebook.js';
import { github } from './providers/github.js';
import { google } from './providers/google.js';
import { telegram } from './providers/telegram.js';
import { x } from './providers/x.js';
import type { SocialProvider } from './SocialProvider.js';

/** All providers, by id. */
export const SOCIAL_PROVIDERS: Readonly<Record<SocialSignInProvider, SocialProvider>> = {
  ...{ apple, discord, facebook, github, google, telegram, x },
};
