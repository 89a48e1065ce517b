import type { FocusEvent, ReactNode } from 'react';
import { Icon } from './Icon.js';
import type { IconName } from './icons.js';
import { Spinner } from './Spinner.js';

export interface ListItemProps {
  leading: ReactNode;
  title: string;
  sub?: string | undefined;
  /** A tag, or another mark before the end. */
  trailing?: ReactNode;
  end?: IconName;
  onClick?: () => void;
  /** Makes the row a link that opens a tab of its own. */
  href?: string | undefined;
  current?: boolean;
  /** What the check of the current row says. */
  currentLabel?: string;
  busy?: boolean;
  /** Its click still happens, for the view to say what is missing. */
  disabled?: boolean;
  /** The id of the sentence that says why it is disabled. */
  describedBy?: string;
  returnKey?: string;
  /** The control may be wanted soon: load what it needs. */
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
    // Focus that is not drawn was given by a view that opened, and says nothing.
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
