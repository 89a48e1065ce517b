import { useRef } from 'react';
import { ViewFrame } from '../../modal/ViewFrame.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useGlide } from '../../runtime/useGlide.js';
import { useStyles } from '../../runtime/useStyles.js';
import { pairingCss } from '../../theme/pairing.css.gen.js';
import { useAttempt } from '../connect/useAttempt.js';
import { useWalletItem } from '../connect/useWalletItem.js';
import { ANY_WALLET, Pairing } from './Pairing.js';

/** Connects a wallet by WalletConnect: a listed one by its link or a code, any other by a code. */
export function ConnectingWalletConnectView({ view, depth }: ViewProps) {
  const { text } = useModal();
  const { walletId = ANY_WALLET, namespace } = view.name === 'ConnectingWalletConnect' ? view : {};
  const item = useWalletItem(walletId);
  const { state, retry } = useAttempt(walletId, { namespace });
  const body = useRef<HTMLDivElement>(null);
  useStyles(pairingCss);
  useGlide(body, state.status);
  const name = item?.name ?? text.t('pair.anyWallet');
  return (
    <ViewFrame title={name} kind={state.status === 'done' ? 'task' : 'child'} depth={depth} bodyRef={body}>
      <Pairing
        walletId={walletId}
        name={name}
        imageUrl={item?.imageUrl}
        wallet={item?.pairs ? item : undefined}
        state={state}
        onRetry={retry}
      />
    </ViewFrame>
  );
}
