import type { Latchkit, LatchkitState } from '../../core/index.js';

/**
 * Applies the theme's mode and tokens to the modal's element from script, not in markup, so that a strict style-src
 * allows it.
 */
export function followTheme(kit: Latchkit, element: HTMLElement): () => void {
  let applied: readonly string[] = [];
  const apply = ({ themeMode, themeVariables }: LatchkitState) => {
    if (themeMode === 'auto') element.removeAttribute('data-lk-theme');
    else element.setAttribute('data-lk-theme', themeMode);
    for (const name of applied) if (!(name in themeVariables)) element.style.removeProperty(name);
    for (const [name, value] of Object.entries(themeVariables)) element.style.setProperty(name, value);
    applied = Object.keys(themeVariables);
  };
  apply(kit.store.getState());
  return kit.store.subscribe((state, before) => {
    if (state.themeMode !== before.themeMode || state.themeVariables !== before.themeVariables) apply(state);
  });
}
