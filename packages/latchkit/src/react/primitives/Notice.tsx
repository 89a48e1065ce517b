import type { ReactNode } from 'react';
import type { IconName } from '../runtime/icons.js';
import { useStyles } from '../runtime/useStyles.js';
import { alertCss } from '../theme/alert.css.gen.js';
import { Icon } from './Icon.js';

const ICONS = {
  info: 'info',
  warning: 'warning',
  danger: 'alert',
  success: 'done',
} as const satisfies Record<string, IconName>;

export interface NoticeProps {
  tone: keyof typeof ICONS;
  /** Precedes the text. */
  title?: string;
  /** Don't announce it again: only its countdown has changed. */
  quiet?: boolean;
  /** The visitor has heard it before: it is shown again, and not announced. */
  heard?: boolean | undefined;
  children: ReactNode;
}

/** A message next to its cause. It stays until the cause is resolved. */
export function Notice({ tone, title, quiet, heard, children }: NoticeProps) {
  useStyles(alertCss);
  return (
    <div
      className="lk-alert"
      data-tone={tone}
      role={heard ? undefined : quiet ? 'timer' : tone === 'danger' ? 'alert' : 'status'}
    >
      <Icon name={ICONS[tone]} />
      <div className="lk-alert-text">
        {title && <strong>{title}</strong>}
        <span>{children}</span>
      </div>
    </div>
  );
}
