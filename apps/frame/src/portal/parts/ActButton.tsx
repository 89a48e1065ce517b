import type { ReactNode } from 'react';
import type { Action } from '../runtime/useAction.js';
import { Icon } from './Icon.js';
import type { IconName } from './icons.js';

interface ActButtonProps {
  readonly action: Pick<Action<[]>, 'isBusy' | 'run'>;
  readonly icon?: IconName;
  readonly variant: 'primary' | 'secondary' | 'quiet' | 'danger';
  readonly children: ReactNode;
}

/** A button that runs an action, and is disabled while it runs. */
export function ActButton({ action, icon, variant, children }: ActButtonProps) {
  return (
    <button
      type="button"
      className="pt-btn"
      data-variant={variant}
      disabled={action.isBusy}
      onClick={() => void action.run()}
    >
      {icon && <Icon name={icon} size="sm" />}
      {children}
    </button>
  );
}
