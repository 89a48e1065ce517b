import { Glyph } from '../parts/Glyph.js';
import { PageHead } from '../parts/PageHead.js';
import { usePortal } from '../runtime/PortalContext.js';

/** The time to see the words is over. */
export function ClosedStep({ onRestart }: { readonly onRestart: () => void }) {
  const { text } = usePortal();
  return (
    <>
      <PageHead title={text('export.closedTitle')} />
      <div className="pt-card pt-empty">
        <Glyph name="lock" />
        <p>{text('export.closedText')}</p>
        <div className="pt-acts">
          <button type="button" className="pt-btn" data-variant="primary" onClick={onRestart}>
            {text('export.again')}
          </button>
        </div>
      </div>
    </>
  );
}
