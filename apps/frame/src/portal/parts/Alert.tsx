import type { ReactNode } from 'react';
import { Icon } from './Icon.js';

export interface AlertProps {
  readonly tone: 'danger' | 'warning';
  readonly title: ReactNode;
  /** What follows the title: text and buttons. */
  readonly children?: ReactNode;
}

/** Something that can't wait. */
export function Alert({ tone, title, children }: AlertProps) {
  return (
    <div className="pt-alert" data-tone={tone}>
      <Icon name="warning" />
      <div>
        <strong>{title}</strong>
        {children}
      </div>
    </div>
  );
}
