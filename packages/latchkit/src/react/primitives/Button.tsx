import type { ReactElement, ReactNode } from 'react';
import type { IconName } from '../runtime/icons.js';
import { Icon } from './Icon.js';
import { Spinner } from './Spinner.js';

export interface ButtonProps {
  children: ReactNode;
  /** The accessible name, if it says more than the visible one. It begins with the visible one. */
  label?: string;
  onClick?: () => void;
  /** Renders a link that opens in a new tab. */
  href?: string | undefined;
  variant?: 'primary' | 'secondary' | 'quiet';
  size?: 'lg' | 'md' | 'sm';
  /** An icon before the label, or a mark of somebody else. */
  icon?: IconName | ReactElement | undefined;
  /** Icon after the label that shows where the button leads. */
  trail?: IconName | undefined;
  disabled?: boolean;
  /** Shows a spinner next to the label and keeps the width. */
  busy?: boolean;
  /** Identifies the control for Back, which returns focus to it. */
  returnKey?: string;
}

/** A button. Its label names the result. Use one primary button per view. */
export function Button(props: ButtonProps) {
  const {
    children,
    onClick,
    href,
    variant = 'primary',
    size = 'lg',
    icon,
    trail,
    disabled,
    busy,
    returnKey,
  } = props;
  const own = typeof icon === 'string' ? <Icon name={icon} size={size === 'lg' ? 'md' : 'sm'} /> : icon;
  const mark = busy ? <Spinner /> : own;
  const label = (
    <>
      {mark}
      <span>{children}</span>
      {trail && <Icon name={trail} size="sm" />}
    </>
  );
  const shared = {
    className: 'lk-btn',
    'data-variant': variant,
    'data-size': size === 'lg' ? undefined : size,
    'data-return': returnKey,
    'aria-label': props.label,
  };
  if (href !== undefined) {
    return (
      <a {...shared} href={href} target="_blank" rel="noopener noreferrer" onClick={onClick}>
        {label}
      </a>
    );
  }
  return (
    <button
      {...shared}
      type="button"
      onClick={busy ? undefined : onClick}
      disabled={disabled}
      aria-busy={busy}
    >
      {label}
    </button>
  );
}
