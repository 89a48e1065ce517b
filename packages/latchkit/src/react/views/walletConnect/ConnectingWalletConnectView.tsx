import { useEffect, useRef, useState } from 'react';
import { goBack, linkEnvironment } from '../../../internal/index.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useGlide } from '../../runtime/useGlide.js';
import { useKitState } from '../../runtime/useKitState.js';
import { useStyles } from '../../runtime/useStyles.js';
import { pairingCss } from '../../theme/pairing.css.gen.js';
import { GetWallet } from '../connect/GetWallet.js';
import { useAttempt } from '../connect/useAttempt.js';
import { useWalletItem } from '../connect/useWalletItem.js';
import { ANY_WALLET, Pairing } from './Pairing.js';
import { pairingWays } from './pairingWays.js';

/** Connects a wallet by WalletConnect: a listed one by its link or a code, any other by a code. */
export function ConnectingWalletConnectView({ view, depth }: ViewProps) {
  const { kit, text, attempt } = useModal();
  const { walletId = ANY_WALLET, namespace } = view.name === 'ConnectingWalletConnect' ? view : {};
  const item = useWalletItem(walletId);
  const listing = item?.pairs ? item.listing : undefined;
  const reaches = pairingWays(listing, linkEnvironment()).length > 0;
  // Opened to ask about a session: there is nothing to pair.
  const [asksOnly] = useState(useKitState(({ walletConnect }) => walletConnect.unconfirmed !== undefined));
  const { state, retry } = useAttempt(walletId, { namespace, canStart: reaches && !asksOnly });
  useEffect(() => {
    // The click on the row has started to pair.
    if (!reaches) attempt.leave();
  }, [attempt, reaches]);
  const body = useRef<HTMLDivElement>(null);
  useStyles(pairingCss);
  useGlide(body, state.status);
  const name = item?.name ?? text.t('pair.anyWallet');
  return (
    <ViewFrame title={name} kind={state.status === 'done' ? 'task' : 'child'} depth={depth} bodyRef={body}>
      {reaches ? (
        <Pairing
          walletId={walletId}
          name={name}
          imageUrl={item?.imageUrl}
          wallet={item?.pairs ? item : undefined}
          state={state}
          onRetry={retry}
        />
      ) : (
        <GetWallet
          name={name}
          wallet={item}
          namespace={namespace}
          {...(depth > 0 ? { onOther: () => goBack(kit) } : {})}
        />
      )}
    </ViewFrame>
  );
}
