import { Icon } from './Icon.js';
import type { IconName } from './icons.js';
import { useTooltip } from './useTooltip.js';

export interface IconButtonProps {
  icon: IconName;
  /** The action and its object. */
  label: string;
  onClick: () => void;
  size?: 'md' | 'sm';
  /** The edge that its tooltip keeps to. */
  align?: 'start' | 'end';
  returnKey?: string;
}

/** A drawn control with a spoken name, 36 px drawn and 44 px touched. */
export function IconButton({
  icon,
  label,
  onClick,
  size = 'md',
  align = 'start',
  returnKey,
}: IconButtonProps) {
  const { shown, handlers } = useTooltip();
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
        <span className="lk-tip" data-align={align} aria-hidden="true">
          {label}
        </span>
      )}
    </button>
  );
}
