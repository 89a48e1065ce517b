import { errorText } from '../runtime/errorText.js';
import { usePortal } from '../runtime/PortalContext.js';
import { Icon } from './Icon.js';

/** What went wrong, announced at once. The element stays, so that screen readers notice the change. */
export function Problem({ error }: { readonly error: unknown }) {
  const portal = usePortal();
  return (
    <div role="alert">
      {error !== undefined && (
        <p className="pt-problem">
          <Icon name="alert" size="sm" />
          {errorText(error, portal)}
        </p>
      )}
    </div>
  );
}
