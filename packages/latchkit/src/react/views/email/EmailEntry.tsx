import { useRef, useState } from 'react';
import { preloadEmbeddedWallet } from '../../../internal/index.js';
import { Icon } from '../../primitives/Icon.js';
import { InputText } from '../../primitives/InputText.js';
import { Said } from '../../primitives/Said.js';
import { Spinner } from '../../primitives/Spinner.js';
import type { PartOfConnect } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { useStyles } from '../../runtime/useStyles.js';
import { emailFieldCss } from '../../theme/emailField.css.gen.js';
import { useEmailStart } from './useEmailStart.js';
import { useLeaveWhenDone } from './useLeaveWhenDone.js';
import { useSendProblem } from './useSendProblem.js';

interface EmailEntryProps extends PartOfConnect {
  readonly depth: number;
}

/** The key under which Back restores the typed address. `depth` is the index of its view in the stack. */
export const emailKey = (depth: number) => `${depth}:email`;

/** The field that starts a login by email. */
export function EmailEntry({ depth, blockedBy, onBlocked }: EmailEntryProps) {
  const { kit, text, memory, views } = useModal();
  const { login, lastEmail } = useKitState(state => state.embeddedWallet);
  const [own, setOwn] = useState(() => memory.read(emailKey(depth)));
  const typed = typeof own === 'string' ? own : (login?.email ?? lastEmail ?? '');
  const input = useRef<HTMLInputElement>(null);
  const { busy, error, done, start, clear } = useEmailStart();
  useStyles(emailFieldCss);
  useLeaveWhenDone(done);
  const problem = useSendProblem(error);

  const preload = () => {
    void preloadEmbeddedWallet(kit);
    void views.load('EmailVerifyDevice');
  };
  const change = (value: string) => {
    memory.write(emailKey(depth), value);
    setOwn(value);
    clear();
    preload();
  };
  const submit = () => {
    if (busy) return;
    if (blockedBy) return onBlocked?.();
    start(typed.trim());
    input.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <InputText
        label={text.t('email.address')}
        type="email"
        icon="mail"
        value={typed}
        onChange={change}
        onSubmit={submit}
        problem={problem?.text}
        quiet={problem?.isSaid}
        describedBy={blockedBy}
        inputRef={input}
        returnKey="email"
        onIntent={preload}
        trailing={
          <button
            className="lk-submit"
            type="submit"
            data-return="email"
            aria-label={text.t('email.continue')}
            aria-busy={busy || undefined}
            aria-disabled={blockedBy ? true : undefined}
            aria-describedby={blockedBy}
            disabled={typed.trim() === ''}
            onPointerEnter={preload}
          >
            {busy ? <Spinner /> : <Icon name="go" />}
          </button>
        }
      />
      <Said>{busy ? text.t('email.sending') : ''}</Said>
    </>
  );
}
