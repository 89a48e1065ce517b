import type { IconName } from '../runtime/icons.js';
import { Icon } from './Icon.js';
import { Tooltip, useTooltip } from './Tooltip.js';

export interface IconButtonProps {
  icon: IconName;
  /** The accessible name: the action and its object. */
  label: string;
  onClick: () => void;
  size?: 'md' | 'sm';
  /** The edge that its tooltip is aligned with. */
  align?: 'start' | 'end';
  returnKey?: string;
}

/** An icon button with an accessible name, drawn at 36 px with a touch target of 44 px. */
export function IconButton({
  icon,
  label,
  onClick,
  size = 'md',
  align = 'start',
  returnKey,
}: IconButtonProps) {
  const { shown, hide, handlers } = useTooltip();
  return (
    <button
      className="lk-icon-btn"
      type="button"
      aria-label={label}
      data-size={size === 'md' ? undefined : size}
      data-return={returnKey}
      onClick={onClick}
      {...handlers}
    >
      <Icon name={icon} />
      {shown && (
        <Tooltip align={align} onDismiss={hide}>
          {label}
        </Tooltip>
      )}
    </button>
  );
}
