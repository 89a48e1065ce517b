import { type SocialSecret, socialSecretKept } from './socialMessages.js';

/** Milliseconds within which the wallet page must confirm the secret. */
const PATIENCE = 2_000;

/** Milliseconds between two attempts. */
const PAUSE = 250;

/**
 * Gives a popup's secret to the wallet page that started the login: one of the frames of the page that opened the popup. Only
 * pages of this origin can read it.
 *
 * @returns whether a wallet page has confirmed it. A login that another site started has no wallet page there.
 */
export function sendSocialSecret(self: Window, message: SocialSecret): Promise<boolean> {
  const opener = self.opener as WindowProxy | null;
  if (opener === null) return Promise.resolve(false);
  return new Promise(resolve => {
    const hear = ({ data, origin }: MessageEvent) => {
      if (origin === self.origin && socialSecretKept.safeParse(data).data?.txn === message.txn) end(true);
    };
    const give = () => {
      for (let at = 0; at < opener.length; at++) opener[at]?.postMessage(message, self.origin);
    };
    const end = (isKept: boolean) => {
      self.removeEventListener('message', hear);
      clearInterval(giving);
      clearTimeout(limit);
      resolve(isKept);
    };
    self.addEventListener('message', hear);
    const giving = setInterval(give, PAUSE);
    const limit = setTimeout(() => end(false), PATIENCE);
    give();
  });
}
