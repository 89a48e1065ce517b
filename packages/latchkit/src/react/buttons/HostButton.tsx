import { type ReactNode, useEffect, useId, useInsertionEffect, useState, useSyncExternalStore } from 'react';
import type { Latchkit } from '../../core/index.js';
import { type Locale, localeDirection } from '../../protocol/text.js';
import { useLatchkit } from '../hooks/useLatchkit.js';
import { useTheme } from '../hooks/useTheme.js';
import { prepareModal } from '../mount/keepModalMounted.js';
import { type ModalStage, modalProgress } from '../mount/modalProgress.js';
import { ButtonIcon } from './ButtonIcon.js';
import { useButtonStyles } from './useButtonStyles.js';
import { useButtonText } from './useButtonText.js';

/** Props of every button for host pages. */
export interface HostButtonProps {
  /** Class names for the host's own layout, for example a margin. */
  readonly className?: string | undefined;
}

interface HostButtonParts extends HostButtonProps {
  readonly kind: 'connect' | 'busy' | 'account' | 'network' | 'unsupported';
  readonly locale: Locale;
  /** The accessible name, if it says more than the visible text. */
  readonly label?: string | undefined;
  readonly busy?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/**
 * The button element of all host buttons. The element persists while its content changes, so that focus can return to
 * it when the modal closes.
 */
export function HostButton({ kind, locale, label, busy, className, onClick, children }: HostButtonParts) {
  const kit = useLatchkit();
  const { themeMode, themeVariables } = useTheme();
  const styles = useButtonStyles();
  const id = useThemeVariables(themeVariables);
  const prepare = () => prepareModal(kit);
  const { text } = useButtonText();
  const [stage, press] = usePressed(kit);
  const failed = stage === 'failed';
  const start = () => {
    press();
    onClick();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: repeats the press that failed
  useEffect(() => {
    if (!failed) return undefined;
    window.addEventListener('online', start);
    return () => window.removeEventListener('online', start);
  }, [failed]);
  return (
    <button
      ref={styles}
      type="button"
      className={className ? `lk-button ${className}` : 'lk-button'}
      lang={locale}
      dir={localeDirection(locale)}
      data-kind={kind}
      data-lk-id={id}
      data-lk-theme={themeMode === 'auto' ? undefined : themeMode}
      aria-label={failed ? undefined : label}
      aria-haspopup="dialog"
      aria-busy={busy || stage === 'opening' || undefined}
      onPointerEnter={prepare}
      onFocus={prepare}
      onTouchStart={prepare}
      onClick={start}
    >
      {stage === 'opening' && !busy && <ButtonIcon name="spinner" />}
      {failed ? (
        <span className="lk-button-text" role="alert">
          {text(navigator.onLine ? 'button.loadFailed' : 'button.offline')}
        </span>
      ) : (
        children
      )}
    </button>
  );
}

/**
 * Applies the instance's theme variables to one button with a constructable style sheet of one rule, because a strict
 * CSP forbids style attributes. Returns the value of the button's `data-lk-id`.
 */
function useThemeVariables(variables: Readonly<Record<string, string>>): string {
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

/**
 * The modal's progress for the one button that was pressed, since several buttons on a page may open it, and that
 * button's click handler.
 */
function usePressed(kit: Latchkit): [ModalStage, () => void] {
  const progress = modalProgress(kit);
  const stage = useSyncExternalStore(progress.subscribe, progress.getState, progress.getInitialState);
  const [pressed, setPressed] = useState(false);
  // Another button was pressed.
  if (pressed && stage === 'idle') setPressed(false);
  return [
    pressed ? stage : 'idle',
    () => {
      // Respond to the click itself, before the modal's state changes.
      if (progress.getState() === 'failed') progress.setState('idle');
      setPressed(true);
    },
  ];
}
