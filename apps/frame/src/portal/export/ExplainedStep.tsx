import { Alert } from '../parts/Alert.js';
import { Icon } from '../parts/Icon.js';
import { PageHead } from '../parts/PageHead.js';
import { usePortal, useUser } from '../runtime/PortalContext.js';

const BEFORE = [
  ['eye', 'export.alone'],
  ['pencil', 'export.paper'],
  ['user', 'export.own'],
] as const;

export interface ExplainedStepProps {
  /** The user's other wallet, which opens here. */
  readonly other: string | undefined;
  readonly onChoose: (walletId: string | undefined) => void;
  readonly onStart: () => void;
}

/** What an export is, before anything is sent. */
export function ExplainedStep({ other, onChoose, onStart }: ExplainedStepProps) {
  const { text } = usePortal();
  const { email } = useUser();
  return (
    <>
      <PageHead title={text('export.title')}>
        <p>{text('export.text')}</p>
      </PageHead>
      <Alert tone="danger" title={text('export.danger')}>
        <span>{text('export.dangerText')}</span>
      </Alert>
      <section className="pt-block" aria-labelledby="before">
        <h2 id="before">{text('export.before')}</h2>
        <ul className="pt-list pt-card">
          {BEFORE.map(([icon, line]) => (
            <li key={line}>
              <Icon name={icon} />
              <span>{text(line)}</span>
            </li>
          ))}
        </ul>
      </section>
      {other !== undefined && (
        <label className="pt-check">
          <input
            type="checkbox"
            onChange={event => onChoose(event.currentTarget.checked ? other : undefined)}
          />
          <span>{text('export.other')}</span>
        </label>
      )}
      <div className="pt-acts">
        <button type="button" className="pt-btn" data-variant="primary" onClick={onStart}>
          {text(email === undefined ? 'export.show' : 'fresh.send')}
        </button>
        {email !== undefined && <span className="pt-note">{text('export.to', { email })}</span>}
      </div>
    </>
  );
}
