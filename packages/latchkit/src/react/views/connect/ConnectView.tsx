import { Fragment, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { AlertKey, ChainNamespace, Latchkit, LatchkitState } from '../../../core/index.js';
import {
  isEmailOffered,
  linkEnvironment,
  offeredSocials,
  preload,
  preloadWallets,
  preparePairing,
  walletList,
} from '../../../internal/index.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import type { Text } from '../../runtime/createText.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { useLazy } from '../../runtime/useLazy.js';
import { useMedia } from '../../runtime/useMedia.js';
import { ConnectFooter } from './ConnectFooter.js';
import { SocialButtons } from './SocialButtons.js';
import { useTerms } from './TermsSentence.js';
import { useLeaveOnConnection } from './useLeaveOnConnection.js';
import { WalletGroups } from './WalletGroups.js';
import { AGREE_FIRST_ID } from './WalletRow.js';

/** The ways to connect, with the wallets in the order of their groups. */
export function ConnectView({ view, depth }: ViewProps) {
  const { kit, text } = useModal();
  const namespace = view.name === 'Connect' ? view.namespace : undefined;
  const terms = useTerms();
  const tick = useRef<HTMLInputElement>(null);
  // Few pages need it, so it loads on demand.
  const TermsCheckbox = useLazy(
    terms.checkbox,
    async () => (await import('./TermsCheckbox.js')).TermsCheckbox,
  );
  const noWallets = kit.options.wallets === false;
  const { login, email, socials, LoggedIn, NoLogin } = useLogins(namespace, noWallets);
  const ready = usePreloaded();
  const walletsLead = useWalletsLead();
  useLeaveOnConnection('Connect');
  useAfterDrawn(() => {
    void preload(kit);
    // Touch has no hover, so the link must be ready before the tap; only the gateway's relay gets it.
    if (!noWallets && linkEnvironment().platform !== 'desktop') void preparePairing(kit);
  });

  const low = useMedia(LOW_QUERY);
  const lacksLogins = useKitState(isSetUpWrong) && !login;
  const blocked = terms.checkbox && !terms.agreed;
  const askForTick = () => {
    tick.current?.focus();
    tick.current?.closest('.lk-agree')?.animate(NUDGE, { duration: 300, easing: 'ease-out' });
  };
  const logins = Number(email) + Number(socials.length > 0);
  const logsIn = noWallets || (logins > 0 && !walletsLead);
  // With keys, because a wallet that is found before the first opening swaps them.
  const parts = [
    <Fragment key="logins">
      {email && <EmailPart depth={depth} {...(blocked && { onBlocked: askForTick })} />}
      {socials.length > 0 && <SocialButtons socials={socials} blocked={blocked} onBlocked={askForTick} />}
      {NoLogin && <NoLogin />}
      {login?.auth && LoggedIn && <LoggedIn connectorId={login.connectorId} auth={login.auth} />}
    </Fragment>,
    !noWallets && (
      <Fragment key="wallets">
        {logsIn && <p className="lk-or">{text.t('connect.orWallet')}</p>}
        <WalletGroups
          blocked={blocked}
          onBlocked={askForTick}
          namespace={namespace}
          ready={ready}
          logins={login ? 1 : logins}
          checkbox={terms.checkbox}
        />
        {walletsLead && logins > 0 && <p className="lk-or">{text.t('connect.orLogIn')}</p>}
      </Fragment>
    ),
  ];
  return (
    <ViewFrame
      title={titleOf(kit, text, logsIn)}
      kind="root"
      depth={depth}
      footer={low ? undefined : <ConnectFooter />}
    >
      {TermsCheckbox && <TermsCheckbox checked={terms.agreed} onChange={terms.agree} inputRef={tick} />}
      {blocked && (
        <p className="lk-legal" id={AGREE_FIRST_ID}>
          {text.t('connect.agreeFirst')}
        </p>
      )}
      {walletsLead || login ? parts.reverse() : parts}
      {lacksLogins && <p className="lk-legal">{text.t('connect.loginsUnavailable')}</p>}
      {low && <ConnectFooter />}
    </ViewFrame>
  );
}

/** The logins that Connect offers, or the one that the visitor has: there is one at a time. */
function useLogins(namespace: ChainNamespace | undefined, noWallets: boolean) {
  const { kit, views } = useModal();
  const features = useKitState(state => state.features);
  // Few visitors add a wallet to theirs, so its code loads on demand, with the texts.
  const login = useKitState(({ connections }) => connections.find(({ auth }) => auth));
  const LoggedIn = useLazy(login !== undefined, async () => {
    const [{ LoggedIn }] = await Promise.all([import('./LoggedIn.js'), views.load('ProfileWallets')]);
    return LoggedIn;
  });
  const email = !login && isEmailOffered(kit, { features }, namespace);
  const socials = login ? [] : offeredSocials(kit, { features }, namespace);
  const NoLogin = useLazy(
    noWallets && !login && !email && socials.length === 0,
    async () => (await import('./NoLogin.js')).NoLogin,
  );
  return { login, email, socials, LoggedIn, NoLogin };
}

function titleOf(kit: Latchkit, text: Text, logsIn: boolean): string {
  const dapp = kit.options.metadata?.name;
  if (dapp) return text.t(logsIn ? 'connect.logIn' : 'connect.title', { dapp });
  return text.t(logsIn ? 'connect.logInPlain' : 'connect.titlePlain');
}

/** A viewport in which the footer would leave no room for the ways to log in, as at 200 % zoom. */
const LOW_QUERY = '(max-height: 480px)';

/** What is wrong with the host's set-up, so that some logins cannot work. The developer reads which in the console. */
const SET_UP_FAULTS: readonly string[] = [
  'PROJECT_ID_NOT_CONFIGURED',
  'PROJECT_NOT_FOUND',
  'INVALID_APP_CONFIGURATION',
] satisfies AlertKey[];

const isSetUpWrong = ({ alerts }: LatchkitState) => alerts.some(({ key }) => SET_UP_FAULTS.includes(key));

/** Draws attention to the unchecked checkbox. It only changes the opacity, so it works without movement. */
const NUDGE = [{ opacity: 1 }, { opacity: 0.35 }, { opacity: 1 }];

/**
 * Whether wallets precede the login, because one is installed. Decided once, on opening, so that nothing moves under
 * the pointer.
 */
function useWalletsLead(): boolean {
  const { kit } = useModal();
  const open = useKitState(state => state.modal.open);
  const installed = useKitState(state => walletList(kit, state).some(wallet => wallet.installed));
  const [lead, setLead] = useState<boolean>();
  useEffect(() => {
    if (open) setLead(decided => decided ?? installed);
  }, [open, installed]);
  return lead ?? installed;
}

interface EmailPartProps {
  depth: number;
  /** Set if logging in requires agreement to the terms first; it leads there. */
  onBlocked?: () => void;
}

/** The email field, which loads while Connect is shown; its space is reserved. */
function EmailPart({ depth, onBlocked }: EmailPartProps) {
  const { views } = useModal();
  const Field = useSyncExternalStore(views.subscribe, () => views.get('EmailLogin'));
  useEffect(() => {
    void views.load('EmailLogin');
  }, [views]);
  const blocked = onBlocked && { onBlocked, blockedBy: AGREE_FIRST_ID };
  return (
    <div className="lk-entry">
      {Field && <Field view={{ name: 'EmailLogin' }} depth={depth} inConnect={{ ...blocked }} />}
    </div>
  );
}

/** Runs an action once, when the rendered content is on the screen and the browser is idle. */
function useAfterDrawn(act: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
  useEffect(() => {
    let live = true;
    const run = () => live && act();
    const frame = requestAnimationFrame(() => {
      if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 500 });
      else setTimeout(run, 50);
    });
    return () => {
      live = false;
      cancelAnimationFrame(frame);
    };
  }, []);
}

/** Whether the search for the browser's and the listed wallets has finished. */
function usePreloaded(): boolean {
  const { kit } = useModal();
  const [ready, setReady] = useState(false);
  useEffect(() => {
    let live = true;
    void preloadWallets(kit).then(() => live && setReady(true));
    return () => {
      live = false;
    };
  }, [kit]);
  return ready;
}
