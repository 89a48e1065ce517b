import type { NamedLogin } from 'latchkit/protocol';
import { useEffect, useState } from 'react';
import { loginName } from '../../review/model/loginName.js';
import { visibleText } from '../../review/model/visibleText.js';
import { PageHead } from '../parts/PageHead.js';
import { usePortal } from '../runtime/PortalContext.js';
import type { PortalTextKey } from '../texts/createPortalTexts.js';
import type { ConsentDecision, ConsentRequest } from './agreeHere.js';

/** Milliseconds for which the button that agrees is off, so that no press meant for something else counts. */
const ARMING = 500;

/** What a consent says: its texts, and every identity that it names. */
interface Consent {
  readonly title: PortalTextKey;
  readonly text: string;
  readonly yes: PortalTextKey;
  readonly facts: readonly (readonly [PortalTextKey, string])[];
}

export interface ConsentStepProps {
  readonly asked: ConsentRequest;
  readonly onDecide: (decision: ConsentDecision) => void;
}

/** Names the logins of a change in full, and asks for the user's consent. */
export function ConsentStep({ asked, onDecide }: ConsentStepProps) {
  const { text } = usePortal();
  const [armedAt, setArmedAt] = useState<number>();
  useEffect(() => {
    const timer = setTimeout(() => setArmedAt(Date.now()), ARMING);
    return () => clearTimeout(timer);
  }, []);
  const consent = describe(asked, text);
  return (
    <>
      <PageHead title={text(consent.title)}>
        <p>{consent.text}</p>
      </PageHead>
      <dl className="pt-facts">
        {consent.facts.map(([label, name]) => (
          <div key={`${label} ${name}`}>
            <dt>{text(label)}</dt>
            <dd>
              <bdi>{name}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <div className="pt-acts">
        <button type="button" className="pt-btn" data-variant="primary" onClick={() => onDecide(undefined)}>
          {text('consent.no')}
        </button>
        <button
          type="button"
          className="pt-btn"
          data-variant="danger-quiet"
          disabled={armedAt === undefined}
          onClick={({ isTrusted }) => {
            if (isTrusted && armedAt !== undefined) onDecide({ armedAt, decidedAt: Date.now() });
          }}
        >
          {text(consent.yes)}
        </button>
      </div>
    </>
  );
}

function describe(asked: ConsentRequest, text: ReturnType<typeof usePortal>['text']): Consent {
  if ('removed' in asked) {
    const login = nameOf(asked.removed);
    const stays = asked.remaining.map(named => ['consent.stays', nameOf(named)] as const);
    return {
      title: 'consent.removeTitle',
      text: text('consent.removeText', { login }),
      yes: 'consent.yesRemove',
      facts: [['consent.goes', login], ...stays],
    };
  }
  if ('added' in asked) {
    const login = nameOf(asked.added);
    return {
      title: 'consent.addTitle',
      text: text('consent.addText', { login }),
      yes: 'consent.yesAdd',
      facts: [
        ['consent.now', nameOf(asked.current)],
        ['consent.new', login],
      ],
    };
  }
  const { from, to, login } = asked;
  const now = from ?? (login ? loginName(login.provider, login.name) : '');
  return {
    title: 'consent.emailTitle',
    text: text('consent.emailText', { email: to }),
    yes: 'consent.yesEmail',
    facts: [
      ['consent.now', visibleText(now, 300)],
      ['consent.new', visibleText(to, 300)],
    ],
  };
}

const nameOf = ({ provider, name, project }: Pick<NamedLogin, 'provider' | 'name' | 'project'>) =>
  provider === 'email' ? visibleText(name ?? '', 300) : loginName(provider, name, project);
