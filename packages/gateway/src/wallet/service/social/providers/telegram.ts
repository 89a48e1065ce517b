import type { SocialProvider } from '../SocialProvider.js';

/** core.telegram.org/widgets/login-legacy. Only the holder of the bot's token can verify the result, so the vault cannot. */
export const telegram: SocialProvider = {
  id: 'telegram',
  name: 'Telegram',
  protocol: { kind: 'telegram', site: 'https://oauth.telegram.org' },
  scope: '',
  usesPkce: false,
  clientAuth: 'post',
  evidence: undefined,
};
