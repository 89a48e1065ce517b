import { useId, useInsertionEffect } from 'react';

/**
 * Applies the instance's theme variables to one button with a constructable style sheet of one rule, because a strict
 * CSP forbids style attributes. Returns the value of the button's `data-lk-id`.
 */
export function useThemeVariables(variables: Readonly<Record<string, string>>): string {
  const id = useId();
  useInsertionEffect(() => {
    const entries = Object.entries(variables);
    if (entries.length === 0 || !('adoptedStyleSheets' in document)) return;
    const sheet = new CSSStyleSheet();
    sheet.insertRule(`.lk-button[data-lk-id="${id}"]{}`);
    const rule = sheet.cssRules[0];
    // setProperty parses each value separately, so that no value can close the rule and start another one.
    if (rule instanceof CSSStyleRule) {
      for (const [name, value] of entries) rule.style.setProperty(name, value);
    }
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter(adopted => adopted !== sheet);
    };
  }, [id, variables]);
  return id;
}
