/** Settles once no animation of an element's ancestors in the modal runs; one that is cut short counts as ended. */
export async function untilStill(element: Element): Promise<void> {
  const dialog = element.closest('.lk-modal');
  const running = (dialog?.getAnimations({ subtree: true }) ?? []).filter(({ effect }) => {
    if (!(effect instanceof KeyframeEffect) || !effect.target?.contains(element)) return false;
    // One that follows a scroll never ends, and one of a pseudo-element is not around the element.
    return effect.pseudoElement === null && Number.isFinite(effect.getComputedTiming().endTime);
  });
  await Promise.allSettled(running.map(({ finished }) => finished));
}
