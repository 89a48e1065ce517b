import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { close } from '../../../core/index.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { useStyles } from '../../runtime/useStyles.js';
import { approveCss } from '../../theme/approve.css.gen.js';
import { AskToReject } from './AskToReject.js';
import { untilStill } from './untilStill.js';
import { WalletGhost } from './WalletGhost.js';

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
  const waiting = !shown;
  const { asked, keep } = useAsking(shown, slot);
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
      <div ref={box} className="lk-wallet" data-covered={waiting || asked ? '' : undefined}>
        <slot ref={slot} name="frame" />
        {waiting && <WalletGhost />}
        {asked && <AskToReject onKeep={keep} />}
      </div>
    </ViewFrame>
  );
}

/** Asks before the visitor leaves a visible request in any way, because leaving rejects it. */
function useAsking(shown: boolean, slot: RefObject<HTMLSlotElement | null>) {
  const { kit, exit } = useModal();
  const [asked, setAsked] = useState(false);
  const keep = useCallback(() => {
    setAsked(false);
    const [frame] = slot.current?.assignedElements() ?? [];
    // Wait until it is visible again. The wallet page accepts Approve only while it has the focus.
    requestAnimationFrame(() => (frame as HTMLElement | undefined)?.focus({ preventScroll: true }));
  }, [slot]);
  useEffect(() => {
    if (!shown) return;
    return exit.hold(by => {
      // A required sign-in can't be left.
      if (!kit.store.getState().modal.closable) return close(kit);
      if (asked) return by === 'escape' ? keep() : undefined;
      setAsked(true);
    });
  }, [kit, exit, shown, asked, keep]);
  return { asked, keep };
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
