/**
 * Prevents the page behind the modal from scrolling, without shifting it: the space of a scrollbar is preserved.
 * Returns a function that restores the page's own styles.
 */
export function lockScroll(): () => void {
  const { documentElement: html, body } = document;
  // The element whose overflow applies to the viewport; locking the other one would make it a scroll container.
  const scroller = isVisible(html) && !isVisible(body) ? body : html;
  const barWidth = window.innerWidth - html.clientWidth;
  const undo = [override(scroller, 'overflow', 'hidden')];
  if (barWidth > 0) {
    if (CSS.supports('scrollbar-gutter', 'stable')) undo.push(override(html, 'scrollbar-gutter', 'stable'));
    else {
      const padding = Number.parseFloat(getComputedStyle(body).paddingInlineEnd) || 0;
      undo.push(override(body, 'padding-inline-end', `${padding + barWidth}px`));
    }
  }
  return () => {
    for (const restore of undo) restore();
  };
}

function isVisible(element: Element): boolean {
  const { overflowX, overflowY } = getComputedStyle(element);
  return overflowX === 'visible' && overflowY === 'visible';
}

function override(element: HTMLElement, property: string, value: string): () => void {
  const before = element.style.getPropertyValue(property);
  const priority = element.style.getPropertyPriority(property);
  element.style.setProperty(property, value, 'important');
  return () => {
    element.style.removeProperty(property);
    if (before) element.style.setProperty(property, before, priority);
    if (element.getAttribute('style') === '') element.removeAttribute('style');
  };
}
