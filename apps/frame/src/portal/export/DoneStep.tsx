import { Glyph } from '../parts/Glyph.js';
import { usePortal } from '../runtime/PortalContext.js';

/** The copy is correct: where to keep it. */
export function DoneStep() {
  const { text } = usePortal();
  return (
    <>
      <div className="pt-card pt-empty">
        <Glyph name="done" tone="success" />
        <h1>{text('export.doneTitle')}</h1>
        <p>{text('export.doneText')}</p>
        <div className="pt-acts">
          <a className="pt-btn" data-variant="primary" href="#home">
            {text('export.home')}
          </a>
        </div>
      </div>
      <p className="pt-note">{text('export.doneNote')}</p>
    </>
  );
}
