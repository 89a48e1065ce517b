import type { ReactNode } from 'react';
import { type BaseError, isError, shortenAddress } from '../../../core/index.js';
import { isLostCode, selectAccount } from '../../../internal/index.js';
import { Hero } from '../../primitives/Hero.js';
import { Ring } from '../../primitives/Ring.js';
import { WalletImage } from '../../primitives/WalletImage.js';
import type { Text } from '../../runtime/createText.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { whyFailed } from '../../runtime/useOffline.js';
import type { ShownAttempt } from './useAttempt.js';

export interface ConnectHeroProps {
  name: string;
  imageUrl: string | undefined;
  state: ShownAttempt;
  /** The texts shown while waiting for the wallet. */
  wait: { readonly title: string; readonly text: string };
  /** The wallet isn't known yet. */
  nameless?: boolean;
}

const RINGS = { waiting: 'wait', done: 'done', failed: 'error' } as const;

/** The wallet being connected, in a ring that shows the progress: waiting, connected as an account, or failed. */
export function ConnectHero({ name, imageUrl, state, wait, nameless }: ConnectHeroProps) {
  const { kit, text } = useModal();
  const account = useKitState(selectAccount);
  let title = wait.title;
  let detail: ReactNode = wait.text;
  if (state.status === 'done') {
    title = text.t('connecting.doneTitle');
    const short = <strong className="lk-addr">{shortenAddress(account.address ?? '')}</strong>;
    detail = account.address ? text.rich('connecting.doneText', { account: short }) : null;
  } else if (state.status === 'failed' && isLostCode(state.error)) {
    title = text.t('error.viewTitle');
    detail = text.t(whyFailed('error.viewText'));
  } else if (state.status === 'failed' && nameless) {
    const declined = isError(state.error, 'CONNECTION_REJECTED');
    title = text.t(declined ? 'connecting.declinedTitle' : 'connecting.failedTitle');
    detail = text.t(declined ? 'pair.declinedText' : 'pair.failedText');
  } else if (state.status === 'failed') {
    ({ title, detail } = failureTexts(text, state.error, name, kit.options.metadata?.name));
  }
  return (
    <Hero
      live
      alone={state.status === 'done'}
      title={title}
      text={detail}
      mark={
        <Ring state={RINGS[state.status]}>
          <WalletImage name={name} url={imageUrl} size="lg" shared />
        </Ring>
      }
    />
  );
}

/** What happened and what to do about it, by error code. */
function failureTexts(
  text: Text,
  error: BaseError,
  wallet: string,
  dapp: string | undefined,
): { title: string; detail: string } {
  switch (error.code) {
    case 'CONNECTION_REJECTED':
      return {
        title: text.t('connecting.declinedTitle'),
        detail: dapp
          ? text.t('connecting.declinedText', { wallet, dapp })
          : text.t('connecting.declinedTextPlain', { wallet }),
      };
    case 'PROVIDER_NOT_FOUND':
      return {
        title: text.t('connecting.missingTitle', { wallet }),
        detail: text.t('connecting.missingText', { wallet }),
      };
    case 'CONNECTOR_CHAINS_MISMATCH':
      return {
        title: text.t('pair.mismatchTitle'),
        detail: text.t('pair.mismatchText', { wallet }),
      };
    default:
      return {
        title: text.t('connecting.failedTitle'),
        detail: text.t('connecting.failedText', { wallet }),
      };
  }
}
