const CONTROLS =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/** What Tab reaches in the modal, in order. */
export function controlsOf(container: ParentNode): HTMLElement[] {
  const found = [...container.querySelectorAll<HTMLElement>(CONTROLS)];
  // The wallet page is a child of the modal's element, which the slot shows.
  const [frame] = container.querySelector('slot')?.assignedElements() ?? [];
  return [...found, ...(frame ? [frame as HTMLElement] : [])].filter(
    control =>
      // A grid is one stop: its other items are reached with the arrow keys.
      control.tabIndex >= 0 && !control.closest('[inert], .lk-ghost') && control.getClientRects().length > 0,
  );
}

/** Focus when the modal opens: the title on touch, else the first field, else the first control of the body. */
export function focusOnOpen(dialog: HTMLElement): void {
  const touch = matchMedia('(pointer: coarse)').matches;
  const body = dialog.querySelector('.lk-body:not(.lk-ghost)');
  const first =
    // The email field is the first control only where it comes before the wallets.
    body?.querySelector<HTMLElement>('input:not([type="checkbox"], :disabled, .lk-group ~ .lk-entry *)') ??
    (body ? controlsOf(body)[0] : undefined);
  // The email field that comes before the wallets takes focus from the title once it is there.
  const isComing = body?.querySelector('.lk-entry:empty:not(.lk-group ~ *)');
  if (first && !touch && !isComing) first.focus({ preventScroll: true });
  else focusTitle(dialog);
}

/** Focus after a move on: the title, which says where one is. */
export function focusTitle(dialog: HTMLElement): void {
  const title = dialog.querySelector<HTMLElement>('.lk-title');
  (title ?? dialog).focus({ preventScroll: true });
}

/** Focus after Back: the control that led away, else the title. */
export function focusControl(dialog: HTMLElement, control: string | undefined): void {
  const found = control && dialog.querySelector<HTMLElement>(`[data-return="${CSS.escape(control)}"]`);
  if (found && !found.closest('.lk-ghost')) found.focus({ preventScroll: true });
  else focusTitle(dialog);
}

/** Tab wraps inside the modal. */
export function wrapTab(
  event: { shiftKey: boolean; preventDefault(): void },
  dialog: HTMLElement,
  root: ShadowRoot,
): void {
  const controls = controlsOf(dialog);
  const first = controls[0];
  const last = controls[controls.length - 1];
  const active = root.activeElement;
  const inside = controls.some(control => control === active);
  const wanted = event.shiftKey
    ? active === first || !inside
      ? last
      : undefined
    : active === last
      ? first
      : undefined;
  if (!wanted) return;
  event.preventDefault();
  wanted.focus();
}
