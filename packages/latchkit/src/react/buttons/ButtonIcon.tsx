/** Icons of the host buttons, by name. Decorative. */
const PATHS = {
  chevronDown: 'm6 9 6 6 6-6',
  warning: 'm21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01',
  spinner: 'M5 5.6a9.5 9.5 0 0 1 14 0M19 18.4a9.5 9.5 0 0 1-14 0',
} as const;

export function ButtonIcon({ name }: { readonly name: keyof typeof PATHS }) {
  return (
    <svg
      className="lk-button-icon"
      data-spin={name === 'spinner' ? '' : undefined}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
