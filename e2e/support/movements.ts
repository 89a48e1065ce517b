import type { Locator } from 'playwright-core';

/**
 * Returns the animations in the modal's styles that change more than opacity or visibility, also those that have ended. Animations
 * that follow scrolling do not count.
 */
export function movements(modal: Locator): Promise<string[]> {
  return modal.evaluate(dialog => {
    const root = dialog.getRootNode() as ShadowRoot;
    const found = new Set<string>();
    const moving = new Set<string>();
    const collect = (rules: CSSRuleList) => {
      for (const rule of rules) {
        if (rule instanceof CSSKeyframesRule) {
          const isFade = [...rule.cssRules].every(frame =>
            [...(frame as CSSKeyframeRule).style].every(name => /^(opacity|visibility)$/.test(name)),
          );
          if (!isFade) moving.add(rule.name);
        } else if (rule instanceof CSSGroupingRule) collect(rule.cssRules);
      }
    };
    for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) collect(sheet.cssRules);
    for (const element of root.querySelectorAll('*')) {
      for (const part of ['', '::before', '::after']) {
        const { animationName, animationTimeline } = getComputedStyle(
          element,
          part,
        ) as CSSStyleDeclaration & {
          readonly animationTimeline?: string;
        };
        if ((animationTimeline ?? 'auto') !== 'auto') continue;
        for (const name of animationName.split(', ')) {
          if (moving.has(name)) found.add(`${name} of ${element.getAttribute('class')}${part}`);
        }
      }
    }
    return [...found];
  });
}
