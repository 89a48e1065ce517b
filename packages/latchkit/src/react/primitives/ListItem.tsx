import type { FocusEvent, ReactNode } from 'react';
import type { IconName } from '../runtime/icons.js';
import { Icon } from './Icon.js';
import { Spinner } from './Spinner.js';

export interface ListItemProps {
  leading: ReactNode;
  title: string;
  sub?: string | undefined;
  /** A tag or another mark at the end of the row. */
  trailing?: ReactNode;
  end?: IconName;
  onClick?: () => void;
  /** Renders a link that opens in a new tab. */
  href?: string | undefined;
  current?: boolean;
  /** The accessible name of the current row's check mark. */
  currentLabel?: string;
  busy?: boolean;
  /** Whether the rows that it shows and hides are shown. */
  expanded?: boolean;
  /** Styled as disabled but still clickable, so that the view can explain what is missing. */
  disabled?: boolean;
  /** The id of the sentence that explains why it is disabled. */
  describedBy?: string;
  returnKey?: string;
  /** The visitor may be about to use the control: load what it needs. */
  onIntent?: () => void;
}

/** A row of a {@link Group}. Its accessible name begins with its title. */
export function ListItem(props: ListItemProps) {
  const { leading, title, sub, trailing, end, onClick, href, current, busy, disabled, returnKey, onIntent } =
    props;
  const inner = (
    <>
      {leading}
      <span className="lk-row-text">
        <span className="lk-row-title" dir="auto">
          {title}
        </span>
        {sub && (
          <span className="lk-row-sub" dir="auto">
            {sub}
          </span>
        )}
      </span>
      {trailing}
      {current && (
        <span className="lk-check">
          <Icon name="check" size="sm" />
          <span className="lk-sr">{props.currentLabel}</span>
        </span>
      )}
      {busy && <Spinner />}
      {end && (
        <span className="lk-row-chev">
          <Icon name={end} size="sm" />
        </span>
      )}
    </>
  );
  const shared = {
    className: 'lk-row',
    'data-return': returnKey,
    onPointerEnter: onIntent,
    // Focus without a visible ring was set by a view that opened, and shows no intent.
    onFocus: ({ target }: FocusEvent) => {
      if (target.matches(':focus-visible')) onIntent?.();
    },
  };
  return (
    <li>
      {href === undefined ? (
        <button
          {...shared}
          type="button"
          onClick={busy ? undefined : onClick}
          aria-describedby={props.describedBy}
          aria-current={current ? 'true' : undefined}
          aria-busy={busy ? 'true' : undefined}
          aria-expanded={props.expanded}
          aria-disabled={disabled ? 'true' : undefined}
        >
          {inner}
        </button>
      ) : (
        <a {...shared} href={href} target="_blank" rel="noopener noreferrer">
          {inner}
        </a>
      )}
    </li>
  );
}
