import type { FocusEvent, ReactNode } from 'react';
import { AGREE_FIRST_ID } from './WalletRow.js';

export interface StripTileProps {
  image: ReactNode;
  label: string;
  /** The accessible name, if it says more than the label. */
  name?: string;
  /** Marked as installed in this browser. */
  installed?: boolean;
  /** The visitor has not agreed to the terms yet. */
  blocked: boolean;
  returnKey: string;
  onIntent?: () => void;
  onClick: () => void;
}

/** A small tile in the strip of Connect: a wallet, or the link to all wallets. */
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
        // Focus without a visible ring was set by a view that opened, and shows no intent.
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
