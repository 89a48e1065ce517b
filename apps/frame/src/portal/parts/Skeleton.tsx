import { usePortal } from '../runtime/PortalContext.js';

/** The shape of what loads. It appears only if loading takes longer than a moment. */
export function Skeleton() {
  const { text } = usePortal();
  return (
    <div className="pt-skeleton">
      <p className="pt-sr" role="status">
        {text('loading')}
      </p>
      <i />
      <i />
      <i />
    </div>
  );
}
