import { type RefObject, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { closeModal, type SiteHold } from '../../../core/index.js';
import { goBack } from '../../../internal/index.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Button } from '../../primitives/Button.js';
import { Icon } from '../../primitives/Icon.js';
import { Skeleton } from '../../primitives/Skeleton.js';
import { clockText } from '../../runtime/clockText.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useCountdown } from '../../runtime/useCountdown.js';
import { useKitState } from '../../runtime/useKitState.js';
import { useStyles } from '../../runtime/useStyles.js';
import { approveCss } from '../../theme/approve.css.gen.js';

/** Contains the wallet page, which asks the visitor about a request and draws everything inside its box. */
export function ApproveTransactionView({ depth }: ViewProps) {
  const { text } = useModal();
  const height = useKitState(state => state.embeddedWallet.height);
  const box = useRef<HTMLDivElement>(null);
  const slot = useRef<HTMLSlotElement>(null);
  const still = useStill(box);
  // Once shown, it stays until the view is gone, so that the next request shows without a loading state in between.
  const [shown, setShown] = useState(false);
  if (height !== undefined && still && !shown) setShown(true);
  const held = useKitState(state => state.embeddedWallet.held);
  const sending = useKitState(state => state.embeddedWallet.isSending) === true;
  const waiting = !shown && !held;
  const { asked, keep } = useAsking(shown && !held && sending, slot);
  useStyles(approveCss);
  useLayoutEffect(() => {
    if (height === undefined) return;
    box.current?.style.setProperty('--_height', `${height}px`);
    // The accessible name of the wallet page, in the visitor's language.
    for (const frame of slot.current?.assignedElements() ?? []) {
      frame.setAttribute('title', text.t('approve.frame'));
    }
  }, [height, text]);
  return (
    <ViewFrame title={text.t('approve.title')} kind="task" depth={depth}>
      <div ref={box} className="lk-wallet" data-covered={waiting || asked || held ? '' : undefined}>
        <slot ref={slot} name="frame" />
        {waiting && <WalletGhost />}
        {asked && <AskToLeave onKeep={keep} />}
        {held && <Held hold={held} />}
      </div>
    </ViewFrame>
  );
}

/** Asks before the visitor leaves a request that is being sent. Before that, leaving is a plain way to reject it. */
function useAsking(sending: boolean, slot: RefObject<HTMLSlotElement | null>) {
  const { exit } = useModal();
  const [asked, setAsked] = useState(false);
  const keep = useCallback(() => {
    setAsked(false);
    const [frame] = slot.current?.assignedElements() ?? [];
    // Wait until it is visible again.
    requestAnimationFrame(() => (frame as HTMLElement | undefined)?.focus({ preventScroll: true }));
  }, [slot]);
  useLayoutEffect(() => {
    if (!sending) return setAsked(false);
    return exit.hold(by => {
      if (asked) return by === 'escape' ? keep() : undefined;
      setAsked(true);
    });
  }, [exit, sending, asked, keep]);
  return { asked: sending && asked, keep };
}

/**
 * Whether everything around an element has stopped moving and fading: only then does the wallet page count as
 * visible.
 */
function useStill(inside: RefObject<HTMLElement | null>): boolean {
  const [still, setStill] = useState(false);
  useEffect(() => {
    let live = true;
    if (inside.current) void untilStill(inside.current).then(() => live && setStill(true));
    return () => {
      live = false;
    };
  }, [inside]);
  return still;
}

/**
 * Resolves once no animation of an element's ancestors in the modal is running; a cancelled one counts as finished.
 */
async function untilStill(element: Element): Promise<void> {
  const dialog = element.closest('.lk-modal');
  const running = (dialog?.getAnimations({ subtree: true }) ?? []).filter(({ effect }) => {
    if (!(effect instanceof KeyframeEffect) || !effect.target?.contains(element)) return false;
    // Skip animations that never end, because they follow a scroll, and those of pseudo-elements, which are not
    // ancestors.
    return effect.pseudoElement === null && Number.isFinite(effect.getComputedTiming().endTime);
  });
  await Promise.allSettled(running.map(({ finished }) => finished));
}

/** Covers the wallet page, which is hidden meanwhile, and asks whether the visitor wants to leave what is being sent. */
function AskToLeave({ onKeep }: { onKeep: () => void }) {
  const { kit, text } = useModal();
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    // Focus the button that changes nothing, so that a double key press doesn't leave.
    panel.current?.querySelector<HTMLElement>('.lk-btn:last-child')?.focus({ preventScroll: true });
  }, []);
  return (
    <section ref={panel} className="lk-wallet-ask" aria-labelledby={id} aria-describedby={`${id}-text`}>
      <span className="lk-wallet-ask-mark">
        <Icon name="alert" size="lg" />
      </span>
      <h3 id={id} className="lk-wallet-ask-title">
        {text.t('approve.askTitle')}
      </h3>
      <p id={`${id}-text`}>{text.t('approve.askText')}</p>
      <div className="lk-wallet-ask-acts">
        <Button variant="secondary" onClick={() => closeModal(kit)}>
          {text.t('approve.leave')}
        </Button>
        <Button onClick={onKeep}>{text.t('approve.stay')}</Button>
      </div>
    </section>
  );
}

/** Says why the wallet takes no requests of this site now, and until when. */
function Held({ hold: { why, until } }: { hold: SiteHold }) {
  const { kit, text } = useModal();
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const seconds = useCountdown(until);
  const said = seconds > 0 ? why : 'over';
  useEffect(() => {
    panel.current?.querySelector<HTMLElement>('.lk-btn')?.focus({ preventScroll: true });
  }, []);
  return (
    <section ref={panel} className="lk-wallet-ask" aria-labelledby={id} aria-describedby={`${id}-text`}>
      <span className="lk-wallet-ask-mark">
        <Icon name="clock" size="lg" />
      </span>
      <h3 id={id} className="lk-wallet-ask-title">
        {text.t(`approve.${said}Title`)}
      </h3>
      <p id={`${id}-text`}>{text.rich(`approve.${said}Text`, { time: clockText(text, seconds) })}</p>
      <div className="lk-wallet-ask-acts" data-single="">
        <Button
          onClick={() => {
            const { views } = kit.store.getState().modal;
            if (views.length > 1) goBack(kit);
            else closeModal(kit);
          }}
        >
          {text.t('action.close')}
        </Button>
      </div>
    </section>
  );
}

/** A placeholder in the shape of the wallet page. */
function WalletGhost() {
  const { text } = useModal();
  return (
    <div className="lk-wallet-ghost" role="status">
      <span className="lk-sr">{text.t('approve.loading')}</span>
      <div className="lk-wallet-bar" />
      <div className="lk-row" data-static="" aria-hidden="true">
        <Skeleton shape="tile" />
        <span className="lk-row-text">
          <Skeleton shape="line" />
          <Skeleton shape="short" />
        </span>
      </div>
      <div className="lk-wallet-lines" aria-hidden="true">
        <Skeleton shape="short" />
        <Skeleton shape="line" />
        <Skeleton shape="line" />
        <Skeleton shape="short" />
      </div>
      <div className="lk-wallet-acts" aria-hidden="true">
        <Skeleton shape="name" />
        <Skeleton shape="name" />
      </div>
    </div>
  );
}
