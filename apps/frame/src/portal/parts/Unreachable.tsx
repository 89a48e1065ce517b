import { usePortal } from '../runtime/PortalContext.js';
import { Glyph } from './Glyph.js';

/** A part that could not be loaded. The rest of the page works. */
export function Unreachable({ onRetry }: { readonly onRetry: () => void }) {
  const { text } = usePortal();
  return (
    <div className="pt-card pt-empty" role="alert">
      <Glyph name="offline" />
      <h2>{text('unreachable.title')}</h2>
      <p>{text('unreachable.text')}</p>
      <div className="pt-acts">
        <button type="button" className="pt-btn" data-variant="primary" onClick={onRetry}>
          {text('tryAgain')}
        </button>
      </div>
    </div>
  );
}
