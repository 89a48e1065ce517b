/**
 * Resolves once no animation of an element's ancestors in the modal is running; a cancelled one counts as finished.
 */
export async function untilStill(element: Element): Promise<void> {
  const dialog = element.closest('.lk-modal');
  const running = (dialog?.getAnimations({ subtree: true }) ?? []).filter(({ effect }) => {
    if (!(effect instanceof KeyframeEffect) || !effect.target?.contains(element)) return false;
    // Skip animations that never end, because they follow a scroll, and those of pseudo-elements, which are not
    // ancestors.
    return effect.pseudoElement === null && Number.isFinite(effect.getComputedTiming().endTime);
  });
  await Promise.allSettled(running.map(({ finished }) => finished));
}
