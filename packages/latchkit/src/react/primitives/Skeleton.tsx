/** A placeholder with the size of the content to come. */
export function Skeleton({
  shape,
}: {
  shape: 'tile' | 'coin' | 'line' | 'short' | 'balance' | 'image' | 'name' | 'mini';
}) {
  return <span className="lk-skel" data-shape={shape} />;
}
