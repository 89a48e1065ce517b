/** The mark beside a name. */
export function Brand({ name }: { readonly name: string }) {
  return (
    <>
      <svg viewBox="0 0 28 20" aria-hidden="true">
        <path d="M5 0h9a1 1 0 0 1 .9 1.5 10.5 10.5 0 0 0 0 17 1 1 0 0 1-.9 1.500H5a5 5 0 0 1-5-5V5a5 5 0 0 1 5-5z" />
        <circle cx="21" cy="10" r="7" />
      </svg>
      <span>{name}</span>
    </>
  );
}
