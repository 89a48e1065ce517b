import { type LoginProvider, PROVIDER_NAMES, type WalletLogin } from 'latchkit/protocol';
import { loginName } from '../../review/model/loginName.js';
import { visibleText } from '../../review/model/visibleText.js';
import { Glyph } from '../parts/Glyph.js';
import { Icon } from '../parts/Icon.js';
import { Skeleton } from '../parts/Skeleton.js';
import { Unreachable } from '../parts/Unreachable.js';
import { usePortal } from '../runtime/PortalContext.js';
import { useLoaded } from '../runtime/useLoaded.js';

export interface LoginListProps {
  readonly isBusy: boolean;
  readonly onRemove: (id: string) => void;
  readonly onAdd: (provider: LoginProvider) => void;
  readonly onEmail: () => void;
}

/** The logins of the wallet, and those that can be added. */
export function LoginList({ isBusy, onRemove, onAdd, onEmail }: LoginListProps) {
  const { portal, text } = usePortal();
  const { value: logins, problem, reload } = useLoaded(() => portal.account.removal.list());
  if (problem !== undefined) return <Unreachable onRetry={() => void reload()} />;
  if (logins === undefined) return <Skeleton />;
  // The portal adds logins by the deployment's clients, also of a provider at which a project's own client proves one.
  const isShared = (one: string) => logins.some(({ provider, project }) => provider === one && !project);
  const addable = portal.providers.filter(one => !isShared(one));
  const hasEmail = logins.some(({ provider }) => provider === 'email');
  return (
    <>
      <section className="pt-block" aria-label={text('logins.all')}>
        <ul className="pt-rows">
          {logins.map(login => (
            <LoginRow
              key={login.id}
              login={login}
              isOnly={logins.length === 1}
              isBusy={isBusy}
              onRemove={() => onRemove(login.id)}
              onEmail={onEmail}
            />
          ))}
        </ul>
      </section>
      <section className="pt-block" aria-labelledby="add">
        <h2 id="add">{text('logins.add')}</h2>
        <div className="pt-acts">
          {!hasEmail && (
            <button
              type="button"
              className="pt-btn"
              data-variant="secondary"
              disabled={isBusy}
              onClick={onEmail}
            >
              <Icon name="mail" />
              {text('logins.addEmail')}
            </button>
          )}
          {addable.map(provider => (
            <button
              key={provider}
              type="button"
              className="pt-btn"
              data-variant="secondary"
              aria-label={text('logins.addNamed', { provider: PROVIDER_NAMES[provider] })}
              disabled={isBusy}
              onClick={() => onAdd(provider)}
            >
              <Icon name={provider} />
              {PROVIDER_NAMES[provider]}
            </button>
          ))}
        </div>
        <p className="pt-note">{text('logins.addNote')}</p>
      </section>
    </>
  );
}

interface LoginRowProps {
  readonly login: WalletLogin;
  readonly isOnly: boolean;
  readonly isBusy: boolean;
  readonly onRemove: () => void;
  readonly onEmail: () => void;
}

function LoginRow({ login, isOnly, isBusy, onRemove, onEmail }: LoginRowProps) {
  const { text } = usePortal();
  const { provider, name, project, isCurrent, isRemovable } = login;
  const isEmail = provider === 'email';
  const shown = isEmail ? visibleText(name ?? '', 300) : loginName(provider, name, project);
  const note = () => {
    if (isOnly) return text('logins.only');
    if (isEmail) return text('logins.emailKind');
    if (!isRemovable) return text('logins.tooNew');
    return isCurrent ? text('logins.current') : '';
  };
  return (
    <li className="pt-row">
      <Glyph name={isEmail ? 'mail' : provider} />
      <div>
        <b>
          <bdi>{shown}</bdi>
        </b>
        <small>{note()}</small>
      </div>
      {isEmail && (
        <button
          type="button"
          className="pt-btn"
          data-variant="secondary"
          data-size="sm"
          aria-label={text('logins.changeEmail')}
          disabled={isBusy}
          onClick={onEmail}
        >
          {text('logins.change')}
        </button>
      )}
      {isRemovable && (
        <button
          type="button"
          className="pt-btn"
          data-variant="secondary"
          data-size="sm"
          aria-label={text('logins.removeNamed', { login: shown })}
          disabled={isBusy}
          onClick={onRemove}
        >
          {text('logins.remove')}
        </button>
      )}
    </li>
  );
}
