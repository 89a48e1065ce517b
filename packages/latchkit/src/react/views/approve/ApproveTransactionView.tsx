import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { close } from '../../../core/index.js';
import type { ViewProps } from '../../modal/createViewLoader.js';
import { useModal } from '../../modal/ModalContext.js';
import { useKitState } from '../../modal/useKitState.js';
import { useStyles } from '../../modal/useStyles.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { approveCss } from '../../theme/approve.css.gen.js';
import { AskToReject } from './AskToReject.js';
import { untilStill } from './untilStill.js';
import { WalletGhost } from './WalletGhost.js';

/** The wallet page, which asks the visitor about a request and draws all that is in its box [VIEW-27]. */
export function ApproveTransactionView({ depth }: ViewProps) {
  const { text } = useModal();
  const height = useKitState(state => state.embeddedWallet.height);
  const box = useRef<HTMLDivElement>(null);
  const slot = useRef<HTMLSlotElement>(null);
  const still = useStill(box);
  // Once it was shown it stays as it was until the view is gone: what it asks next comes without a word between.
  const [shown, setShown] = useState(false);
  if (height !== undefined && still && !shown) setShown(true);
  const waiting = !shown;
  const { asked, keep } = useAsking(shown, slot);
  useStyles(approveCss);
  useLayoutEffect(() => {
    if (height === undefined) return;
    box.current?.style.setProperty('--_height', `${height}px`);
    // What assistive technology calls the wallet page, in the visitor's language.
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

/** Asks before the visitor leaves a request that is in sight, however they do: leaving rejects it. */
function useAsking(shown: boolean, slot: RefObject<HTMLSlotElement | null>) {
  const { kit, exit } = useModal();
  const [asked, setAsked] = useState(false);
  const keep = useCallback(() => {
    setAsked(false);
    const [frame] = slot.current?.assignedElements() ?? [];
    // Once it is in sight again. Approve counts only while the wallet page has the focus.
    requestAnimationFrame(() => (frame as HTMLElement | undefined)?.focus({ preventScroll: true }));
  }, [slot]);
  useEffect(() => {
    if (!shown) return;
    return exit.hold(by => {
      // A required sign-in is not left at all.
      if (!kit.store.getState().modal.closable) return close(kit);
      if (asked) return by === 'escape' ? keep() : undefined;
      setAsked(true);
    });
  }, [kit, exit, shown, asked, keep]);
  return { asked, keep };
}

/** Whether nothing around an element moves or fades any more: only then does the wallet page count as seen. */
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
