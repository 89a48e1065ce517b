import type { FlowContext } from './FlowContext.js';

/**
 * Follows whether the wallet page wants to be shown.
 *
 * @param shown - Called when that changes.
 * @returns a function that ends it, with a hidden page.
 */
export function followShown(
  { frame }: Pick<FlowContext, 'frame'>,
  shown: (isShown: boolean) => void,
): () => void {
  let isShown = false;
  const set = (next: boolean) => {
    if (next === isShown) return;
    isShown = next;
    shown(next);
  };
  const unsubscribe = frame.on(({ type }) => {
    if (type === 'SHOW' || type === 'HIDE') set(type === 'SHOW');
  });
  return () => {
    unsubscribe();
    set(false);
  };
}
