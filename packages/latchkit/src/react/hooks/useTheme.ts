import { useMemo } from 'react';
import { type LatchkitState, setThemeMode, setThemeVariables, type ThemeMode } from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { useLatchkitState } from './useLatchkitState.js';

const themeModeOf = (state: LatchkitState) => state.themeMode;
const themeVariablesOf = (state: LatchkitState) => state.themeVariables;

/** What {@link useTheme} returns. */
export interface UseThemeReturnType {
  readonly themeMode: LatchkitState['themeMode'];
  readonly themeVariables: LatchkitState['themeVariables'];
  readonly setThemeMode: (mode: ThemeMode) => void;
  readonly setThemeVariables: (variables: LatchkitState['themeVariables']) => void;
}

/**
 * The theme of buttons and modal, and actions that change it immediately.
 *
 * @example
 * const { themeMode, setThemeMode } = useTheme();
 */
export function useTheme(): UseThemeReturnType {
  const kit = useLatchkit();
  const actions = useMemo(
    () => ({
      setThemeMode: (mode: ThemeMode) => setThemeMode(kit, mode),
      setThemeVariables: (variables: LatchkitState['themeVariables']) => setThemeVariables(kit, variables),
    }),
    [kit],
  );
  return {
    ...actions,
    themeMode: useLatchkitState(themeModeOf),
    themeVariables: useLatchkitState(themeVariablesOf),
  };
}
