import type { Line } from '../texts/createTexts.js';
import { type Arming, type ArmingOptions, type ArmingState, createArming } from './createArming.js';
import { createFill } from './createFill.js';
import type { ScreenOptions } from './createScreen.js';
import { button } from './drawScreen.js';
import { type GuardOptions, guardButton } from './guardButton.js';
import type { Tone } from './renderReview.js';

/** The page may be covered for this many milliseconds, as while the host moves, before a hint appears. */
const PASSING = 600;

/** The other parts of the screen that change while the button does not count. */
export interface Hints {
  /** Shows a hint beside the buttons; undefined removes it. Returns its element. */
  readonly tell: (what: Line | undefined, tone?: Tone) => HTMLElement;
  /** Called when the whole page is visible, with or without focus. */
  readonly takeFocus: (state: 'armed' | 'unfocused') => void;
}

export interface ArmApprovalOptions
  extends Pick<
      ScreenOptions,
      'self' | 'texts' | 'notBefore' | 'userInput' | 'isInFrame' | 'onDecision' | 'onWindow'
    >,
    Pick<ArmingOptions, 'watched' | 'details' | 'wasRead' | 'isAlmostRead'>,
    Pick<GuardOptions, 'needsTwoTaps'>,
    Hints {
  readonly go: HTMLButtonElement;
  /** Gets the focus when Approve has it and no longer counts. */
  readonly reject: HTMLElement;
  readonly signal: AbortSignal;
}

/** Enables the button while it counts and shows what prevents it from counting. */
export function armApproval(options: ArmApprovalOptions): Arming {
  const { self, texts, isInFrame, go, reject, onDecision, onWindow, tell, takeFocus, signal } = options;
  let timer = 0;
  let isTold = false;
  const tellObstacle = (state: 'small' | 'covered' | 'unread') => {
    isTold = true;
    if (state === 'unread') return void tell({ text: 'screen.unread' }, 'info');
    const hint = tell({ text: `screen.${state}` }, 'warning');
    if (!isInFrame) return;
    const open = button(self.document, texts.text('window.open'), 'quiet');
    open.addEventListener('click', onWindow, { signal });
    hint.append(open);
  };
  const onChange = (state: ArmingState) => {
    const isArmed = state === 'armed';
    if (!isArmed && go === self.document.activeElement && self.document.hasFocus()) {
      reject.focus({ preventScroll: true });
    }
    go.disabled = !isArmed;
    go.setAttribute('aria-disabled', String(!isArmed));
    if (state === 'armed' || state === 'unfocused') takeFocus(state);
    self.clearTimeout(timer);
    if (state === 'covered' || state === 'small' || state === 'unread') {
      timer = self.setTimeout(() => tellObstacle(state), PASSING);
    } else if (isTold) {
      isTold = false;
      tell(undefined);
    }
  };
  signal.addEventListener('abort', () => self.clearTimeout(timer), { once: true });
  const fill = createFill(self, go);
  const arming = createArming({ ...options, onChange, onWait: fill });
  const label = go.textContent;
  guardButton({
    ...options,
    button: go,
    arming,
    onPress: press => onDecision({ kind: 'approved', press }),
    onWait: fill,
    onEarly: () => {
      go.textContent = label;
      if (!isTold) tell({ text: 'screen.early' }, 'info');
    },
    onTap: () => {
      go.textContent = texts.text('screen.tapAgain');
    },
  });
  return arming;
}
