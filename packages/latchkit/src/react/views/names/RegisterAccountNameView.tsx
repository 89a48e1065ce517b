import { useId } from 'react';
import { isError, type NameRegistration, registerAccountName } from '../../../core/index.js';
import { hasNameCharacters, isAccountName, MAX_NAME_LENGTH } from '../../../protocol/accountName.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Avatar } from '../../primitives/Avatar.js';
import { Button } from '../../primitives/Button.js';
import { Hero } from '../../primitives/Hero.js';
import { Icon } from '../../primitives/Icon.js';
import { liveRegion } from '../../primitives/liveRegion.js';
import { Notice } from '../../primitives/Notice.js';
import { Spinner } from '../../primitives/Spinner.js';
import type { Text } from '../../runtime/createText.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { useRemembered } from '../../runtime/useRemembered.js';
import { useStyles } from '../../runtime/useStyles.js';
import { chipsCss } from '../../theme/chips.css.gen.js';
import { fieldCss } from '../../theme/field.css.gen.js';
import { namesCss } from '../../theme/names.css.gen.js';
import { type NameCheck, useNameSuggestions } from './useNameSuggestions.js';

/** Registers a name for the active account of the embedded wallet. */
export function RegisterAccountNameView({ depth }: ViewProps) {
  const { kit, text } = useModal();
  const account = useKitState(state => state.namespaces.eip155?.account);
  const names = useKitState(state => state.names);
  const [typed, setTyped] = useRemembered(depth, 'name');
  const name = typed.toLowerCase();
  const check = useNameSuggestions(name);
  useStyles(chipsCss);
  const title = text.t('name.title');
  const suffix = names?.suffix;
  if (!account?.address || !account.embeddedWalletInfo || suffix === undefined)
    return (
      <ViewFrame title={title} kind="child" depth={depth}>
        {null}
      </ViewFrame>
    );
  const { registration } = names ?? {};
  const busy = registration?.status === 'pending';
  const problem = registration?.name === name ? registrationProblem(text, registration) : undefined;
  const canRegister = isAccountName(name) && check.found?.available !== false;
  const submit = () => {
    // The state has the error, which shows next to the button.
    if (canRegister && !busy) registerAccountName(kit, { name }).catch(() => {});
  };
  const suggestions = check.found?.available === false ? check.found.suggestions : [];
  return (
    <ViewFrame title={title} kind="child" depth={depth}>
      <Hero
        mark={
          <span className="lk-hero-mark">
            <Avatar address={account.address} size={72} />
          </span>
        }
        title={text.t('name.hero')}
        text={text.t('name.heroText')}
      />
      <NameField
        value={typed}
        suffix={suffix}
        note={noteOf(text, name, check)}
        busy={busy}
        onChange={setTyped}
        onSubmit={submit}
      />
      {suggestions.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: suggestions are not a fieldset of a form
        <div className="lk-suggest" role="group" aria-label={text.t('name.suggestions')}>
          {suggestions.map(one => {
            const label = one.name.endsWith(suffix) ? one.name.slice(0, -suffix.length) : one.name;
            return (
              <button key={one.name} className="lk-chip" type="button" onClick={() => setTyped(label)}>
                <bdi>{label}</bdi>
              </button>
            );
          })}
        </div>
      )}
      {problem && <Notice tone="danger">{problem}</Notice>}
      <Button disabled={!canRegister} busy={busy} returnKey="register" onClick={submit}>
        {text.t('name.register')}
      </Button>
    </ViewFrame>
  );
}

interface Note {
  readonly tone: 'success' | 'danger' | 'neutral';
  readonly text: string;
}

interface NameFieldProps {
  value: string;
  suffix: string;
  note: Note | 'checking';
  busy: boolean;
  onChange: (value: string) => void;
  onSubmit: () => void;
}

/** The field of a name, with its suffix behind it. */
function NameField({ value, suffix, note, busy, onChange, onSubmit }: NameFieldProps) {
  const { text } = useModal();
  useStyles(fieldCss);
  useStyles(namesCss);
  const id = useId();
  const said = note === 'checking' ? { tone: 'neutral', text: text.t('name.checking') } : note;
  const isInvalid = said.tone === 'danger';
  return (
    <form
      className="lk-field"
      data-invalid={isInvalid ? '' : undefined}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div className="lk-field-box" dir="ltr">
        <div className="lk-field-stack">
          <input
            id={id}
            type="text"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder=" "
            maxLength={MAX_NAME_LENGTH}
            value={value}
            disabled={busy}
            aria-invalid={isInvalid || undefined}
            aria-describedby={`${id}-suffix ${id}-note`}
            onChange={event => onChange(event.currentTarget.value)}
          />
          <label htmlFor={id}>{text.t('name.label')}</label>
        </div>
        <span className="lk-field-suffix" id={`${id}-suffix`} translate="no">
          {suffix}
        </span>
      </div>
      <p className="lk-field-note" id={`${id}-note`} data-tone={said.tone} {...liveRegion(said.text !== '')}>
        {note === 'checking' && <Spinner />}
        {said.tone !== 'neutral' && <Icon name={isInvalid ? 'alert' : 'done'} size="sm" />}
        <span>{said.text}</span>
      </p>
    </form>
  );
}

function noteOf(text: Text, name: string, { status, found, error }: NameCheck): Note | 'checking' {
  if (!hasNameCharacters(name)) return { tone: 'danger', text: text.t('name.characters') };
  if (!isAccountName(name)) return { tone: 'neutral', text: text.t('name.length') };
  if (status === 'failed') {
    // Prefer the service's own reason, if there is one.
    const own = error?.message;
    const isPlain = own === undefined || own === 'Error fetching name suggestions';
    return { tone: 'danger', text: isPlain ? text.t('name.suggestionsFailed') : own };
  }
  if (found === undefined) return 'checking';
  return found.available
    ? { tone: 'success', text: text.t('name.available', { name }) }
    : { tone: 'danger', text: text.t('name.unavailable', { name }) };
}

/** Why the last attempt to register the name failed; undefined if the visitor declined. */
function registrationProblem(text: Text, { error, name }: NameRegistration): string | undefined {
  if (error === undefined || isError(error, 'REQUEST_REJECTED') || isError(error, 'ABORTED'))
    return undefined;
  const isPlain =
    !isError(error, 'REGISTER_NAME_FAILED') || error.message === `Error registering name ${name}`;
  return isPlain ? text.t('name.registerFailed', { name }) : error.message;
}
