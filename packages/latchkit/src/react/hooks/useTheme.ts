import { useMemo } from 'react';
import { type LatchkitState, setThemeMode, setThemeVariables, type ThemeMode } from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { useLatchkitState } from './useLatchkitState.js';

const themeModeOf = (state: LatchkitState) => state.themeMode;
const themeVariablesOf = (state: LatchkitState) => state.themeVariables;

/** The theme of buttons and modal, and actions that change it immediately. */
export function useTheme() {
  const kit = useLatchkit();
  const actions = useMemo(
    () => ({
      setThemeMode: (mode: ThemeMode) => setThemeMode(kit, mode),
      setThemeVariables: (variables: Parameters<typeof setThemeVariables>[1]) =>
        setThemeVariables(kit, variables),
    }),
    [kit],
  );
  return {
    ...actions,
    themeMode: useLatchkitState(themeModeOf),
    themeVariables: useLatchkitState(themeVariablesOf),
  };
}
