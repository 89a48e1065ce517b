/** A placeholder with the geometry of what comes. */
export function Skeleton({
  shape,
}: {
  shape: 'tile' | 'coin' | 'line' | 'short' | 'balance' | 'image' | 'name' | 'mini';
}) {
  return <span className="lk-skel" data-shape={shape} />;
}
