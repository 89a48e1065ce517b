import type { ReactNode } from 'react';
import { useLatchkit } from '../hooks/useLatchkit.js';
import { useTheme } from '../hooks/useTheme.js';
import { type LocaleId, localeDirection } from '../locales/locale.js';
import { prepareModal } from '../mount/prepareModal.js';
import { ButtonIcon } from './ButtonIcon.js';
import { useButtonStyles } from './useButtonStyles.js';
import { useButtonText } from './useButtonText.js';
import { usePressed } from './usePressed.js';
import { useThemeVariables } from './useThemeVariables.js';

/** Props of every button for host pages. */
export interface HostButtonProps {
  /** Class names for the host's own layout, for example a margin. */
  readonly className?: string | undefined;
}

interface HostButtonParts extends HostButtonProps {
  readonly kind: 'connect' | 'busy' | 'account' | 'network' | 'unsupported';
  readonly locale: LocaleId;
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
      onClick={() => {
        press();
        onClick();
      }}
    >
      {stage === 'opening' && !busy && <ButtonIcon name="spinner" />}
      {failed ? (
        <span className="lk-button-text" role="alert">
          {text('button.loadFailed')}
        </span>
      ) : (
        children
      )}
    </button>
  );
}
