import { useRef } from 'react';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { WalletImage } from '../../primitives/WalletImage.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useGlide } from '../../runtime/useGlide.js';
import { useStyles } from '../../runtime/useStyles.js';
import { pairingCss } from '../../theme/pairing.css.gen.js';
import { AllWalletsRow } from '../connect/AllWalletsRow.js';
import { ConnectFooter } from '../connect/ConnectFooter.js';
import { TermsCheckbox } from '../connect/TermsCheckbox.js';
import { useTerms } from '../connect/TermsSentence.js';
import { useAttempt } from '../connect/useAttempt.js';
import { useWalletItem } from '../connect/useWalletItem.js';
import { AGREE_FIRST_ID } from '../connect/WalletRow.js';
import { ANY_WALLET, Pairing } from './Pairing.js';
import { QrGhost } from './QrGhost.js';

/** The pairing view for hosts without adapters: a code or a link for any wallet, and a link to the wallet list. */
export function ConnectingWalletConnectBasicView({ depth }: ViewProps) {
  const { kit, text } = useModal();
  const dapp = kit.options.metadata?.name;
  const terms = useTerms();
  const tick = useRef<HTMLInputElement>(null);
  const blocked = terms.checkbox && !terms.agreed;
  const item = useWalletItem(ANY_WALLET);
  const { state, retry } = useAttempt(ANY_WALLET, { canStart: !blocked });
  const body = useRef<HTMLDivElement>(null);
  useStyles(pairingCss);
  useGlide(body, state.status);
  const name = item?.name ?? text.t('pair.anyWallet');
  const isDone = state.status === 'done';
  return (
    <ViewFrame
      title={dapp ? text.t('connect.title', { dapp }) : text.t('connect.titlePlain')}
      kind={isDone ? 'task' : 'root'}
      depth={depth}
      bodyRef={body}
      footer={!isDone && <ConnectFooter />}
    >
      {terms.checkbox && !isDone && (
        <TermsCheckbox checked={terms.agreed} onChange={terms.agree} inputRef={tick} />
      )}
      {blocked ? (
        <div className="lk-pairing-code lk-card">
          <QrGhost
            label={text.t('connect.agreeFirst')}
            mark={<WalletImage name={name} url={item?.imageUrl} />}
          />
        </div>
      ) : (
        <Pairing
          walletId={ANY_WALLET}
          name={name}
          imageUrl={item?.imageUrl}
          wallet={undefined}
          state={state}
          onRetry={retry}
        />
      )}
      {blocked && (
        <span className="lk-sr" id={AGREE_FIRST_ID}>
          {text.t('connect.agreeFirst')}
        </span>
      )}
      {!isDone && <AllWalletsRow alone blocked={blocked} onBlocked={() => tick.current?.focus()} />}
    </ViewFrame>
  );
}
