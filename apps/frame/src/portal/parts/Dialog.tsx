import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Icon } from './Icon.js';
import type { IconName } from './icons.js';

export interface DialogProps {
  readonly icon: IconName;
  readonly tone?: 'danger' | undefined;
  readonly title: string;
  readonly text?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A question over the page. The browser keeps the focus in it and closes it with Escape. */
export function Dialog({ icon, tone, title, text, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="pt-dialog" aria-labelledby={id} onClose={onClose}>
      <div className="pt-hero">
        <span data-tone={tone}>
          <Icon name={icon} size="lg" />
        </span>
        <h2 id={id}>{title}</h2>
        {text !== undefined && <p>{text}</p>}
      </div>
      {children}
    </dialog>
  );
}
