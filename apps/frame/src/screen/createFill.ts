/**
 * Shows on a button how it becomes ready, as a fill. With reduced motion, the button only changes its colour when it is.
 *
 * @returns a function that fills it within a number of milliseconds, again from the start if that ends later than the last one.
 */
export function createFill(
  self: Window & typeof globalThis,
  button: HTMLElement,
): (milliseconds: number) => void {
  let until = 0;
  let shown: Animation | undefined;
  return milliseconds => {
    const end = self.performance.now() + milliseconds;
    if (milliseconds <= 0 || end - until < TOLERANCE) return;
    until = end;
    shown?.cancel();
    if (self.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    button.setAttribute('data-filling', '');
    const filling = button.animate([{ backgroundSize: '0% 100%' }, { backgroundSize: '100% 100%' }], {
      duration: milliseconds,
    });
    shown = filling;
    const done = () => {
      if (shown === filling) button.removeAttribute('data-filling');
    };
    filling.finished.then(done, done);
  };
}

/** Differences in the end that nobody sees, in milliseconds. */
const TOLERANCE = 30;
