import { usePortal } from '../runtime/PortalContext.js';
import type { PortalTextKey } from '../texts/createPortalTexts.js';
import { Glyph } from './Glyph.js';
import { Icon } from './Icon.js';
import type { IconName } from './icons.js';

/** A page that a list leads to. */
export interface LinkRow {
  /** The fragment of its URL. */
  readonly id: string;
  readonly icon: IconName;
  readonly title: PortalTextKey;
  readonly note: PortalTextKey;
}

/** Rows that lead to other pages. */
export function LinkRows({ rows }: { readonly rows: readonly LinkRow[] }) {
  const { text } = usePortal();
  return (
    <div className="pt-rows">
      {rows.map(({ id, icon, title, note }) => (
        <a key={id} className="pt-row" href={`#${id}`}>
          <Glyph name={icon} />
          <div>
            <b>{text(title)}</b>
            <small>{text(note)}</small>
          </div>
          <Icon name="forward" />
        </a>
      ))}
    </div>
  );
}
