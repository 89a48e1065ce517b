import type { FocusEvent, ReactNode } from 'react';
import { AGREE_FIRST_ID } from './WalletRow.js';

export interface StripTileProps {
  image: ReactNode;
  label: string;
  /** The accessible name, where it says more than the label. */
  name?: string;
  /** Marked as found in this browser. */
  installed?: boolean;
  /** The terms are not agreed to yet. */
  blocked: boolean;
  returnKey: string;
  onIntent?: () => void;
  onClick: () => void;
}

/** A small tile in the strip of Connect: a wallet, or the way to all of them. */
export function StripTile(props: StripTileProps) {
  const { image, label, name, installed, blocked, returnKey, onIntent, onClick } = props;
  return (
    <li data-mini="">
      <button
        type="button"
        className="lk-mini"
        data-return={returnKey}
        data-installed={installed ? '' : undefined}
        aria-label={name}
        aria-disabled={blocked ? 'true' : undefined}
        aria-describedby={blocked ? AGREE_FIRST_ID : undefined}
        onPointerEnter={onIntent}
        // Focus that is not drawn was given by a view that opened, and says nothing.
        onFocus={({ target }: FocusEvent) => {
          if (target.matches(':focus-visible')) onIntent?.();
        }}
        onClick={onClick}
      >
        {image}
        <span className="lk-mini-name" dir="auto">
          {label}
        </span>
      </button>
    </li>
  );
}
