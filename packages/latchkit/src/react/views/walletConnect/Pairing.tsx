import { useState } from 'react';
import { startPairing, type WalletItem } from '../../../core/index.js';
import { isLostCode, linkEnvironment, openWallet, type WalletConnectLink } from '../../../internal/index.js';
import { Button } from '../../primitives/Button.js';
import { EmptyState } from '../../primitives/EmptyState.js';
import { QrCode } from '../../primitives/QrCode.js';
import { Tabs } from '../../primitives/Tabs.js';
import { WalletImage } from '../../primitives/WalletImage.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { useOffline } from '../../runtime/useOffline.js';
import { ConnectAgain } from '../connect/ConnectAgain.js';
import { ConnectHero } from '../connect/ConnectHero.js';
import type { ShownAttempt } from '../connect/useAttempt.js';
import { ConfirmAddress } from './ConfirmAddress.js';
import { PairingActions } from './PairingActions.js';
import { type PairingWay, pairingWays } from './pairingWays.js';
import { QrGhost } from './QrGhost.js';
import { type ShownPairing, usePairing } from './usePairing.js';

export interface PairingProps {
  walletId: string;
  name: string;
  imageUrl: string | undefined;
  /** Undefined: any wallet. */
  wallet: WalletItem | undefined;
  state: ShownAttempt;
  onRetry: () => void;
}

const LABELS = {
  code: 'pair.tabCode',
  mobile: 'pair.tabMobile',
  desktop: 'pair.tabDesktop',
  webapp: 'pair.tabWebapp',
} as const satisfies Record<PairingWay, string>;

/** The ways to transfer a pairing to a wallet, one at a time, and the result. */
export function Pairing(props: PairingProps) {
  const { name, wallet, state } = props;
  const { text } = useModal();
  const listing = wallet?.listing;
  const unconfirmed = useKitState(({ walletConnect }) => walletConnect.unconfirmed);
  const pairing = usePairing(listing?.relay);
  const [environment] = useState(linkEnvironment);
  const ways = pairingWays(listing, environment);
  const [picked, setPicked] = useState<PairingWay>();
  const way = picked && ways.includes(picked) ? picked : (ways[0] ?? 'code');
  if (unconfirmed) return <ConfirmAddress name={name} imageUrl={props.imageUrl} addresses={unconfirmed} />;
  if (way !== 'code' && ways.length === 1) return <PairingLink {...props} pairing={pairing} kind={way} />;
  if (state.status !== 'waiting') return <PairingEnd {...props} />;
  const panel =
    way === 'code' ? (
      <PairingCode {...props} pairing={pairing} />
    ) : (
      <PairingLink {...props} pairing={pairing} kind={way} />
    );
  if (ways.length === 1) return panel;
  return (
    <Tabs
      label={text.t('pair.ways', { wallet: name })}
      tabs={ways.map(one => ({ name: one, label: text.t(LABELS[one]) }))}
      selected={way}
      onSelect={setPicked}
    >
      {panel}
    </Tabs>
  );
}

/** The id of the entry for any wallet that can scan a code or open a link. */
export const ANY_WALLET = 'walletConnect';

export type PairingCodeProps = Pick<PairingProps, 'name' | 'imageUrl' | 'wallet'> & {
  pairing: ShownPairing;
};

/** The pairing as a QR code for a phone's camera. A new code replaces the previous one without flicker. */
function PairingCode({ pairing, name, imageUrl, wallet }: PairingCodeProps) {
  const { text } = useModal();
  const slots = { wallet: name };
  const mark = <WalletImage name={name} url={imageUrl} />;
  if (pairing.problem) {
    return (
      <>
        <PairingProblem pairing={pairing} />
        <PairingActions pairing={pairing} wallet={wallet} />
      </>
    );
  }
  return (
    <>
      <div className="lk-pairing-code lk-card">
        {pairing.uri === undefined ? (
          <QrGhost label={text.t('pair.qrLoading')} mark={mark} />
        ) : (
          <QrCode
            text={pairing.uri}
            label={wallet ? text.t('pair.qr', slots) : text.t('pair.qrAny')}
            level="medium"
            mark={mark}
          />
        )}
      </div>
      <p className="lk-caption">{wallet ? text.t('pair.scan', slots) : text.t('pair.scanAny')}</p>
      <PairingActions pairing={pairing} wallet={wallet} />
    </>
  );
}

export interface PairingLinkProps extends PairingProps {
  pairing: ShownPairing;
  kind: WalletConnectLink['kind'];
}

/** The pairing as a link, to an app on this device or to a web page. */
function PairingLink({ pairing, ...props }: PairingLinkProps) {
  const { walletId, name, wallet, kind, state } = props;
  const { kit, text } = useModal();
  const slots = { wallet: name };
  const title = wallet ? text.t('pair.continueTitle', slots) : text.t('pair.anyTitle');
  const label = wallet ? text.t('pair.open', slots) : text.t('pair.openAny');
  const isReady = pairing.uri !== undefined;
  return (
    <>
      <PairingEnd {...props} wait={{ title, text: text.t(`pair.${kind}Text`, slots) }} />
      {state.status === 'waiting' && (
        <>
          {pairing.problem ? (
            <PairingProblem pairing={pairing} />
          ) : (
            <div className="lk-actions">
              {/* Open the link during the tap itself: phones open apps at no other time. */}
              <Button
                trail="outgoing"
                busy={!isReady}
                onClick={() => void openWallet(kit, { walletId, kind })}
              >
                {isReady ? label : text.t('pair.preparing')}
              </Button>
            </div>
          )}
          <PairingActions pairing={pairing} wallet={wallet} />
        </>
      )}
    </>
  );
}

export interface PairingEndProps extends PairingProps {
  /** The kind of link that was opened; trying again opens it again. */
  kind?: WalletConnectLink['kind'];
  /** The texts shown while the pairing is pending. */
  wait?: { readonly title: string; readonly text: string };
}

const NOT_WAITING = { title: '', text: '' };

/** The result of a pairing: connected as an account, or what happened and how to try again. */
function PairingEnd(props: PairingEndProps) {
  const { walletId, wallet, state, kind, wait = NOT_WAITING, onRetry } = props;
  const { kit } = useModal();
  // The wallet that scanned the code is known by now.
  const peer = useKitState(({ walletConnect }) => walletConnect.wallet);
  const shown = state.status === 'done' && !wallet && peer ? peer : props;
  const retry = () => {
    if (kind === 'mobile') openWallet(kit, { walletId, kind });
    void startPairing(kit).catch(() => undefined);
    onRetry();
  };
  return (
    <>
      <ConnectHero name={shown.name} imageUrl={shown.imageUrl} state={state} wait={wait} nameless={!wallet} />
      <ConnectAgain state={state} onRetry={retry} />
    </>
  );
}

/** Why there is no link to show, and a button to try again. */
function PairingProblem({ pairing }: { pairing: ShownPairing }) {
  const { text } = useModal();
  const { problem, error, trying, retry } = pairing;
  const offline = useOffline();
  if (!problem) return null;
  const isLost = !offline && isLostCode(error);
  return (
    <div role="alert">
      <EmptyState
        icon={problem === 'broken' ? 'alert' : 'offline'}
        card
        title={text.t(isLost ? 'error.viewTitle' : `pair.${problem}Title`)}
        text={text.t(isLost ? 'error.viewText' : `pair.${problem}Text`)}
      >
        {isLost && (
          <Button size="md" onClick={() => location.reload()}>
            {text.t('action.reload')}
          </Button>
        )}
        <Button variant={isLost ? 'secondary' : 'primary'} size="md" busy={trying} onClick={retry}>
          {text.t('action.tryAgain')}
        </Button>
      </EmptyState>
    </div>
  );
}
