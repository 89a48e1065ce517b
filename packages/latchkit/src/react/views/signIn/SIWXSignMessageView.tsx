import { type ReactNode, useRef } from 'react';
import {
  cancelSignIn,
  type LatchkitState,
  type SignInRequest,
  shortenAddress,
  signIn,
} from '../../../core/index.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Avatar } from '../../primitives/Avatar.js';
import { Button } from '../../primitives/Button.js';
import { firstLetter } from '../../primitives/firstLetter.js';
import { Hero } from '../../primitives/Hero.js';
import { Icon } from '../../primitives/Icon.js';
import { useImage } from '../../primitives/useImage.js';
import type { Text } from '../../runtime/createText.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useGlide } from '../../runtime/useGlide.js';
import { useKitState } from '../../runtime/useKitState.js';
import { useStyles } from '../../runtime/useStyles.js';
import { signInCss } from '../../theme/signIn.css.gen.js';
import { connectorName } from '../connectorName.js';
import { useSilence } from '../useSilence.js';
import { RequestDelivery } from '../walletConnect/RequestDelivery.js';

const readRequest = (state: LatchkitState) => state.signIn.asking;

/** The message that the visitor signs to sign in, and the progress of that. */
export function SIWXSignMessageView({ depth }: ViewProps) {
  const { text } = useModal();
  const asking = useKitState(readRequest);
  // Between two accounts, and while it leaves, the view keeps its content.
  const last = useRef<SignInRequest>(undefined);
  if (asking) last.current = asking;
  const request = asking ?? last.current;
  const body = useRef<HTMLDivElement>(null);
  useStyles(signInCss);
  useGlide(body, `${request?.step} ${request?.problem} ${request?.text === undefined}`);
  return (
    <ViewFrame title={text.t('signIn.title')} kind="task" depth={depth} bodyRef={body}>
      {request && <Request request={request} stale={!asking} />}
    </ViewFrame>
  );
}

function Request({ request, stale }: { request: SignInRequest; stale: boolean }) {
  const { kit, text } = useModal();
  const { step, problem, address, namespace } = request;
  const chain = useKitState(state => state.namespaces[namespace]);
  const wallet = useKitState(state =>
    connectorName(
      state,
      state.connectors.find(({ id }) => id === request.connectorId),
    ),
  );
  const isSame = chain?.account.address === address;
  const name = (isSame && chain.profileName) || shortenAddress(address);
  const parties = {
    dapp: kit.options.metadata?.name ?? text.t('signIn.thisSite'),
    wallet: wallet ?? '',
    account: <strong className="lk-addr">{name}</strong>,
  };
  const silent = useSilence(step === 'waiting');
  const { title, detail } = signInTexts(text, request, { ...parties, silent });
  const isPending = step === 'waiting' || step === 'checking';
  const retry = problem === 'failed' || problem === 'smartAccount';
  const label = text.t(isPending ? 'signIn.waiting' : retry ? 'action.tryAgain' : 'signIn.sign');
  return (
    <>
      <Hero
        // A toast has just said it.
        live={problem !== 'declined'}
        title={title}
        text={detail}
        mark={
          <Latch
            address={address}
            url={isSame ? chain.profileImage : undefined}
            waiting={isPending || step === 'leaving'}
          />
        }
      />
      {request.message && request.text && !isPending && step !== 'leaving' && (
        <MessageDetails domain={request.message.domain} message={request.text} />
      )}
      {step === 'waiting' && <RequestDelivery />}
      <div className="lk-pair">
        <Button variant="secondary" disabled={stale} onClick={() => void cancelSignIn(kit)}>
          {text.t('signIn.cancel')}
        </Button>
        <Button
          busy={stale || isPending || step === 'preparing' || step === 'leaving'}
          // The request's state shows the error.
          onClick={() => void signIn(kit, { namespace }).catch(() => undefined)}
        >
          {label}
        </Button>
      </div>
    </>
  );
}

interface LatchProps {
  address: string;
  /** The account's image, if it has one. */
  url: string | undefined;
  /** The account's mark moves towards the notch. */
  waiting: boolean;
}

/** The site's mark with a notch into which the account's mark fits. */
function Latch({ address, url, waiting }: LatchProps) {
  const { kit, text } = useModal();
  const { name, icons } = kit.options.metadata ?? {};
  const icon = icons?.[0];
  const status = useImage(icon);
  const label = name ? text.t('signIn.parties', { dapp: name }) : text.t('signIn.partiesPlain');
  return (
    <div className="lk-latch" role="img" aria-label={label} data-state={waiting ? 'wait' : undefined}>
      <span className="lk-latch-site" translate="no">
        {status === 'ready' ? (
          <img src={icon} alt="" draggable="false" />
        ) : (
          firstLetter(name ?? location.hostname)
        )}
      </span>
      <span className="lk-latch-user">
        <Avatar address={address} url={url} size={72} />
      </span>
    </div>
  );
}

/** The exact message to be signed, for visitors who want to read it first. */
function MessageDetails({ domain, message }: { domain: string; message: string }) {
  const { text } = useModal();
  return (
    <details className="lk-card lk-details">
      <summary>
        <span>{text.t('signIn.message')}</span>
        <span className="lk-details-hint">
          <bdi>{domain}</bdi>
        </span>
        <Icon name="down" size="sm" />
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section className="lk-code" tabIndex={0} aria-label={text.t('signIn.messageText')} translate="no">
        {message}
      </section>
    </details>
  );
}

interface Parties {
  readonly dapp: string;
  readonly wallet: string;
  readonly account: ReactNode;
  /** The wallet hasn't responded for a minute. */
  readonly silent?: boolean;
}

/** The texts of the sign view at each step, and after each error. */
function signInTexts(
  text: Text,
  { step, problem }: Pick<SignInRequest, 'step' | 'problem'>,
  { dapp, wallet, account, silent }: Parties,
): { title: string; detail: ReactNode } {
  if (step === 'waiting')
    return {
      title: text.t('signIn.waitTitle', { wallet }),
      detail: text.t(silent ? 'request.silentText' : 'signIn.waitText', { wallet }),
    };
  if (step === 'checking')
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
