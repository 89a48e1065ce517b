import { type ReactNode, type Ref, useContext } from 'react';
import { closeModal } from '../../core/index.js';
import { goBack, navigate } from '../../internal/index.js';
import { IconButton } from '../primitives/IconButton.js';
import { useModal } from '../runtime/ModalContext.js';
import { useLazy } from '../runtime/useLazy.js';
import { PrerenderContext } from './PrerenderContext.js';

/** The id of the shown view's title, which labels the dialog. */
export const TITLE_ID = 'lk-title';

export interface ViewFrameProps {
  /** The visible title, or a hidden one if `centre` replaces it. */
  title: string;
  /** Root: help on the left. Child: Back. Task: no way back. */
  kind: 'root' | 'child' | 'task' | 'account';
  /** The view's index in the stack; the first view has no way back. */
  depth: number;
  /** Contents of the account header. */
  start?: ReactNode;
  centre?: ReactNode;
  footer?: ReactNode;
  bodyRef?: Ref<HTMLDivElement>;
  /** The view's content is still being fetched. */
  busy?: boolean;
  children: ReactNode;
}

/** A view's layout: header, the alert bar in debug mode, body, footer. */
export function ViewFrame(props: ViewFrameProps) {
  const { title, kind, depth, start, centre, footer, bodyRef, busy, children } = props;
  const { kit, exit, text, inline } = useModal();
  const prerendered = useContext(PrerenderContext);
  // Messages to the developer.
  const AlertBar = useLazy(kit.options.debug === true, async () => (await import('./AlertBar.js')).AlertBar);
  return (
    <>
      <div className="lk-header">
        <HeaderStart kind={kind} depth={depth} start={start} />
        <h2
          className={centre ? 'lk-title lk-sr' : 'lk-title'}
          id={prerendered ? undefined : TITLE_ID}
          tabIndex={-1}
        >
          {title}
        </h2>
        {centre}
        <div className="lk-header-end">
          {!inline && (
            <IconButton
              icon="close"
              align="end"
              label={text.t('action.close')}
              onClick={() => exit.leave('press', () => closeModal(kit))}
            />
          )}
        </div>
      </div>
      {AlertBar && <AlertBar />}
      <div className="lk-body" ref={bodyRef} aria-busy={busy}>
        {children}
      </div>
      {footer}
    </>
  );
}

function HeaderStart({ kind, depth, start }: Pick<ViewFrameProps, 'kind' | 'depth' | 'start'>) {
  const { kit, text } = useModal();
  if (kind === 'account') return start;
  if (kind !== 'task' && depth > 0) {
    return <IconButton icon="back" label={text.t('action.back')} onClick={() => goBack(kit)} />;
  }
  if (kind === 'root') {
    return (
      <IconButton
        icon="help"
        label={text.t('action.help')}
        returnKey="help"
        onClick={() => navigate(kit, { name: 'WhatIsAWallet' })}
      />
    );
  }
  return <span />;
}
