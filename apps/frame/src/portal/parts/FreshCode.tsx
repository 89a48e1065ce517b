import { type PortalAction, sendPortalCodeCall, type sendPortalCodeRequest } from 'latchkit/protocol';
import { useState } from 'react';
import { loginName } from '../../review/model/loginName.js';
import { usePortal, useUser } from '../runtime/PortalContext.js';
import { type Action, useAction } from '../runtime/useAction.js';
import { useLoaded } from '../runtime/useLoaded.js';
import { ActButton } from './ActButton.js';
import { CodeField } from './CodeField.js';
import { Icon } from './Icon.js';
import { Problem } from './Problem.js';
import { Rich } from './Rich.js';
import { SendAgain } from './SendAgain.js';
import { Skeleton } from './Skeleton.js';

export interface FreshCodeProps {
  /** What the code is for. */
  readonly action: PortalAction;
  /** Uses the code. Undefined: the user has no address, and has just logged in. */
  readonly onCode: (code: string | undefined, signal: AbortSignal) => Promise<unknown>;
}

/** Sends a code to the user's address, and asks for it. Users without an address must have logged in just now. */
export function FreshCode({ action, onCode }: FreshCodeProps) {
  const { portal, locale } = usePortal();
  const send = () =>
    portal.call<typeof sendPortalCodeRequest>(sendPortalCodeCall, { body: { action, locale } });
  const sent = useLoaded(send);
  const use = useAction((signal, code?: string) => onCode(code, signal));
  // A code that was sent just before is still valid.
  if (sent.value === undefined && sent.problem === undefined) return <Skeleton />;
  if (sent.value?.way === 'login') return <FreshLogin isFresh={sent.value.isFresh} use={use} />;
  return <SentCode send={send} problem={sent.problem} use={use} />;
}

interface SentCodeProps {
  readonly send: () => Promise<unknown>;
  /** Why no code was sent. */
  readonly problem: unknown;
  readonly use: Action<[code?: string]>;
}

function SentCode({ send, problem, use }: SentCodeProps) {
  const { email = '' } = useUser();
  const [isSent, setSent] = useState(problem === undefined);
  const again = async () => {
    await send();
    setSent(true);
  };
  return (
    <div className="pt-form">
      {isSent ? (
        <p>
          <Rich text="fresh.text" slots={{ email: <strong>{email}</strong> }} />
        </p>
      ) : (
        <Problem error={problem} />
      )}
      <CodeField onCode={code => void use.run(code)} isBusy={use.isBusy} problem={use.problem} />
      <SendAgain onSend={again} />
    </div>
  );
}

function FreshLogin({ isFresh, use }: { readonly isFresh: boolean; readonly use: Action<[code?: string]> }) {
  const { portal, text } = usePortal();
  const { provider = '', userName } = useUser();
  if (!isFresh)
    return (
      <div className="pt-form">
        <p>{text('fresh.reauth', { login: loginName(provider, userName) })}</p>
        {/* A dialog covers that of the page. */}
        <button
          type="button"
          className="pt-btn"
          data-variant="primary"
          onClick={() => void portal.account.signOut()}
        >
          <Icon name="logOut" />
          {text('logOut')}
        </button>
      </div>
    );
  return (
    <div className="pt-acts">
      <ActButton action={use} variant="primary">
        {text('continue')}
      </ActButton>
      <Problem error={use.problem} />
    </div>
  );
}
