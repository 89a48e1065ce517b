import { useEffect, useRef, useState } from 'react';
import { type BaseError, type Latchkit, startFarcasterLogin } from '../../../core/index.js';
import { linkEnvironment, safeLink } from '../../../internal/index.js';
import { PROVIDER_NAMES } from '../../../protocol/providerNames.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Button } from '../../primitives/Button.js';
import { Hero } from '../../primitives/Hero.js';
import { ProviderMark } from '../../primitives/ProviderMark.js';
import { QrCode } from '../../primitives/QrCode.js';
import { Ring } from '../../primitives/Ring.js';
import { Said } from '../../primitives/Said.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useCopy } from '../../runtime/useCopy.js';
import { useGlide } from '../../runtime/useGlide.js';
import { useKitState } from '../../runtime/useKitState.js';
import { useStyles } from '../../runtime/useStyles.js';
import { loginMarkCss } from '../../theme/loginMark.css.gen.js';
import { pairingCss } from '../../theme/pairing.css.gen.js';
import { useLostFocus } from '../email/useLostFocus.js';
import { QrGhost } from '../walletConnect/QrGhost.js';
import { loginProblem, openingOf } from './loginProblem.js';

const SLOTS = { provider: PROVIDER_NAMES.farcaster };

/** A login with Farcaster: a code for the phone's camera, or a link on the phone itself; or why the login ended. */
export function ConnectingFarcasterView({ depth }: ViewProps) {
  const { kit } = useModal();
  const state = useKitState(({ embeddedWallet }) => embeddedWallet.social);
  const isStarted = useRef(state?.provider === 'farcaster');
  useEffect(() => {
    if (!isStarted.current) start(kit);
    isStarted.current = true;
  }, [kit]);
  // While it leaves, the view keeps its content.
  const last = useRef(state);
  if (state?.provider === 'farcaster') last.current = state;
  const { step, error, url } = last.current ?? { step: 'opening' };
  const [onPhone] = useState(() => linkEnvironment().platform !== 'desktop');
  const body = useRef<HTMLDivElement>(null);
  useStyles(loginMarkCss);
  useStyles(pairingCss);
  useGlide(body, `${step} ${error?.code}`);
  // Copy link is disabled until there is a link.
  useLostFocus(body, '.lk-actions .lk-btn', `${step} ${error?.code} ${url}`);
  return (
    <ViewFrame title={PROVIDER_NAMES.farcaster} kind="child" depth={depth} bodyRef={body}>
      {error ? (
        <LoginEnd error={error} />
      ) : step === 'checking' ? (
        <LoginWait title="social.checking" says="social.checkingText" />
      ) : onPhone ? (
        <FarcasterLink url={url} />
      ) : (
        <FarcasterCode url={url} />
      )}
    </ViewFrame>
  );
}

function start(kit: Latchkit): void {
  // The view shows the error.
  startFarcasterLogin(kit).catch(() => {});
}

function Mark() {
  return (
    <span className="lk-mark">
      <ProviderMark provider="farcaster" size="lg" />
    </span>
  );
}

function LoginEnd({ error }: { error: BaseError }) {
  const { kit, text } = useModal();
  const { heading, says } = loginProblem(error);
  return (
    <>
      <Hero
        live
        title={text.t(heading, SLOTS)}
        text={text.t(says, { ...SLOTS, time: openingOf(text, error) })}
        mark={
          <Ring state="error">
            <Mark />
          </Ring>
        }
      />
      <div className="lk-actions">
        <Button onClick={() => start(kit)}>{text.t('action.tryAgain')}</Button>
      </div>
    </>
  );
}

interface LoginWaitProps {
  title: 'social.checking' | 'social.continue';
  says: 'social.checkingText' | 'farcaster.openText';
}

function LoginWait({ title, says }: LoginWaitProps) {
  const { text } = useModal();
  return (
    <Hero
      live
      title={text.t(title, SLOTS)}
      text={text.t(says)}
      mark={
        <Ring state="wait">
          <Mark />
        </Ring>
      }
    />
  );
}

interface FarcasterUrl {
  /** Undefined while it is being requested. */
  url: string | undefined;
}

/** The link as a code, for the Farcaster app on a phone. */
function FarcasterCode({ url }: FarcasterUrl) {
  const { text } = useModal();
  return (
    <>
      <div className="lk-pairing-code lk-card">
        {url === undefined ? (
          <QrGhost label={text.t('pair.qrLoading')} mark={<ProviderMark provider="farcaster" size="lg" />} />
        ) : (
          <QrCode
            text={url}
            label={text.t('farcaster.qr')}
            level="medium"
            mark={<ProviderMark provider="farcaster" size="lg" />}
          />
        )}
      </div>
      <p className="lk-caption">{text.t('farcaster.scan')}</p>
      <CopyLink url={url} />
    </>
  );
}

/** The link that opens the Farcaster app on this phone. */
function FarcasterLink({ url }: FarcasterUrl) {
  const { text } = useModal();
  const href = safeLink(url);
  return (
    <>
      <LoginWait title="social.continue" says="farcaster.openText" />
      <div className="lk-actions">
        <Button trail="outgoing" href={href} busy={href === undefined}>
          {text.t('social.open', SLOTS)}
        </Button>
      </div>
      <CopyLink url={url} />
    </>
  );
}

function CopyLink({ url }: FarcasterUrl) {
  const { text } = useModal();
  const { copied, copy } = useCopy(url);
  const first = useRef(url);
  first.current ??= url;
  const isRenewed = url !== first.current;
  return (
    <div className="lk-actions">
      <Button
        variant="secondary"
        icon={copied ? 'check' : 'copy'}
        disabled={url === undefined}
        onClick={copy}
      >
        {text.t(copied ? 'toast.linkCopied' : 'pair.copyLink')}
      </Button>
      <Said>{copied ? text.t('toast.linkCopied') : isRenewed && text.t('farcaster.renewed')}</Said>
    </div>
  );
}
