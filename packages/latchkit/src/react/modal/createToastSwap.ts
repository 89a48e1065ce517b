import type { Toast } from '../../core/index.js';

/** The gap between two toasts, in milliseconds. */
export const TOAST_SWAP = 150;
/** How long a toast is shown, in milliseconds. A toast about work in progress stays until it is replaced. */
export const TOAST_STAYS = 4_000;

export interface ToastSwap {
  /** The toast that the state contains now. */
  update(toast: Toast | undefined): void;
  stop(): void;
}

/**
 * Shows one toast at a time: a second one first hides the current one and appears 150 ms later. `show` receives the
 * toast to draw; `expire` is called when its time is over.
 */
export function createToastSwap(
  show: (toast: Toast | undefined) => void,
  expire: (toast: Toast) => void,
): ToastSwap {
  let wanted: Toast | undefined;
  let shown: Toast | undefined;
  let hiddenAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const draw = (toast: Toast | undefined) => {
    if (shown && !toast) hiddenAt = Date.now();
    shown = toast;
    show(toast);
  };
  const appear = () => {
    const toast = wanted;
    draw(toast);
    if (toast && toast.tone !== 'loading') timer = setTimeout(() => expire(toast), TOAST_STAYS);
  };
  return {
    update: toast => {
      if (toast?.id === wanted?.id) return;
      wanted = toast;
      clearTimeout(timer);
      if (shown) draw(undefined);
      const gap = hiddenAt + TOAST_SWAP - Date.now();
      if (!toast) return;
      if (gap > 0) timer = setTimeout(appear, gap);
      else appear();
    },
    stop: () => clearTimeout(timer),
  };
}
