import type { Latchkit } from '../Latchkit.js';
import type { ThemeMode } from '../LatchkitOptions.js';

/**
 * Sets the theme: light, dark, or the visitor's system preference.
 *
 * @example
 * setThemeMode(kit, 'dark');
 */
export function setThemeMode(kit: Latchkit, themeMode: ThemeMode): void {
  kit.kernel.set({ themeMode });
}

/**
 * Merges design tokens into the current ones, for example `{ '--lk-accent': '#e4572e' }`.
 *
 * @example
 * setThemeVariables(kit, { '--lk-accent': '#e4572e' });
 */
export function setThemeVariables(
  kit: Latchkit,
  variables: Readonly<Record<`--lk-${string}`, string>>,
): void {
  kit.kernel.set(state => ({ themeVariables: { ...state.themeVariables, ...variables } }));
}
