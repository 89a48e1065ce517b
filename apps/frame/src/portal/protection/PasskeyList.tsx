import type { ProtectionState } from '../../account/createProtection.js';
import { Glyph } from '../parts/Glyph.js';
import { Icon } from '../parts/Icon.js';
import { usePortal } from '../runtime/PortalContext.js';

export interface PasskeyListProps {
  readonly passkeys: ProtectionState['passkeys'];
  readonly onAdd: () => void;
  readonly onRemove: (id: string) => void;
}

/** The passkeys of the wallet, or what one does. */
export function PasskeyList({ passkeys, onAdd, onRemove }: PasskeyListProps) {
  const { text, day } = usePortal();
  return (
    <section className="pt-block" aria-labelledby="passkeys">
      <h2 id="passkeys">{text('protection.passkeys')}</h2>
      {passkeys.length === 0 && <p>{text('protection.none')}</p>}
      {passkeys.length > 0 && (
        <div className="pt-rows">
          {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
            <div key={id} className="pt-row">
              <Glyph name="lock" />
              <div>
                <b>
                  <bdi>{name}</bdi>
                </b>
                <small>
                  {lastUsedAt === null
                    ? text('protection.added', { day: day(createdAt) })
                    : text('protection.used', { day: day(createdAt), last: day(lastUsedAt) })}
                </small>
              </div>
              <button
                type="button"
                className="pt-icon-btn"
                aria-label={text('protection.removeNamed', { name })}
                onClick={() => onRemove(id)}
              >
                <Icon name="trash" />
              </button>
            </div>
          ))}
        </div>
      )}
      <div className="pt-acts">
        <button
          type="button"
          className="pt-btn"
          data-variant={passkeys.length === 0 ? 'primary' : 'secondary'}
          onClick={onAdd}
        >
          {text('protection.add')}
        </button>
      </div>
    </section>
  );
}
