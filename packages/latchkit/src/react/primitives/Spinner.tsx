/** The small spinner next to a label or at the end of a row. */
export function Spinner() {
  return (
    <svg className="lk-spinner" viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="8" pathLength="100" />
    </svg>
  );
}
