import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ViewProps } from '../../modal/createViewLoader.js';
import { useModal } from '../../modal/ModalContext.js';
import { useKitState } from '../../modal/useKitState.js';
import { useStyles } from '../../modal/useStyles.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { approveCss } from '../../theme/approve.css.gen.js';
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
      <div ref={box} className="lk-wallet" data-waiting={waiting ? '' : undefined}>
        <slot ref={slot} name="frame" />
        {waiting && <WalletGhost />}
      </div>
    </ViewFrame>
  );
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
