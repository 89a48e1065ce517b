import { APPROVAL_LIMITS } from './approvalLimits.js';
import { TAIL } from './renderReview.js';

/**
 * Whether so little of a review is out of view that it need not be scrolled: less than 80 px of it, and only what can't change the
 * decision ({@link TAIL}).
 *
 * @param view - The scrolling element, all of which is in view.
 * @param end - The end of the content, which says nothing.
 */
export function isAlmostRead(view: Element, content: Element, end: Element): boolean {
  const bottom = view.getBoundingClientRect().bottom;
  const tail = content.querySelector(`[${TAIL}]`);
  if (tail === null || tail.getBoundingClientRect().top > bottom) return false;
  return end.getBoundingClientRect().top - bottom < APPROVAL_LIMITS.unseen;
}
