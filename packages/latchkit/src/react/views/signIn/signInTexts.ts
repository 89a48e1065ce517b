import type { ReactNode } from 'react';
import type { SignInRequest } from '../../../core/index.js';
import type { Text } from '../../runtime/createText.js';

interface Parties {
  readonly dapp: string;
  readonly wallet: string;
  readonly account: ReactNode;
  /** The wallet hasn't responded for a minute. */
  readonly silent?: boolean;
}

/** The texts of the sign view at each step, and after each error. */
export function signInTexts(
  text: Text,
  { step, problem }: Pick<SignInRequest, 'step' | 'problem'>,
  { dapp, wallet, account, silent }: Parties,
): { title: string; detail: ReactNode } {
  if (step === 'waiting')
    return {
      title: text.t('signIn.waitTitle', { wallet }),
      detail: text.t(silent ? 'request.silentText' : 'signIn.waitText', { wallet }),
    };
  if (step === 'authenticating')
    return {
      title: text.t('signIn.authenticating'),
      detail: text.t('signIn.authenticatingText', { dapp }),
    };
  if (step === 'leaving')
    return { title: text.t('signIn.leavingTitle'), detail: text.t('signIn.leavingText', { wallet }) };
  switch (problem) {
    case 'declined':
      return {
        title: text.t('signIn.declinedTitle'),
        detail: text.t('signIn.declinedText', { dapp, wallet }),
      };
    case 'failed':
      return { title: text.t('signIn.failedTitle'), detail: text.t('signIn.failedText') };
    case 'smartAccount':
      return { title: text.t('signIn.smartTitle'), detail: text.t('signIn.smartText', { dapp }) };
    case 'expired':
      return {
        title: text.t('signIn.expiredTitle'),
        detail: text.rich('signIn.expiredText', { dapp, account }),
      };
    case undefined:
      return {
        title: text.t('signIn.readyTitle'),
        detail: text.rich('signIn.readyText', { dapp, account }),
      };
  }
}
