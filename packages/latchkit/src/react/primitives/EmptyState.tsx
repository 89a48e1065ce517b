import type { ReactNode } from 'react';
import type { IconName } from '../runtime/icons.js';
import { useStyles } from '../runtime/useStyles.js';
import { emptyCss } from '../theme/empty.css.gen.js';
import { Icon } from './Icon.js';

export interface EmptyStateProps {
  icon: IconName;
  title: ReactNode;
  text: string;
  /** Drawn on a card instead of on the bare background. */
  card?: boolean;
  /** Actions that lead on. */
  children?: ReactNode;
}

/** The message of a view that has nothing to show. */
export function EmptyState({ icon, title, text, card, children }: EmptyStateProps) {
  useStyles(emptyCss);
  return (
    <div className={card ? 'lk-empty lk-card' : 'lk-empty'}>
      <span className="lk-glyph">
        <Icon name={icon} />
      </span>
      <h3>{title}</h3>
      <p>{text}</p>
      {children}
    </div>
  );
}
