/** What can have focus in the modal. */
export const CONTROLS =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/** The field that is focused first. The email field counts only if it precedes the wallets. */
const FIRST_FIELD = 'input:not([type="checkbox"], :disabled, .lk-group ~ .lk-entry *)';

/** The controls that Tab reaches in the modal, in order. */
export function controlsOf(container: ParentNode): HTMLElement[] {
  const found = [...container.querySelectorAll<HTMLElement>(CONTROLS)];
  // The wallet page is a child of the modal's element, shown through the slot.
  const [frame] = container.querySelector('slot')?.assignedElements() ?? [];
  return [...found, ...(frame ? [frame as HTMLElement] : [])].filter(
    control =>
      // A grid is one tab stop: arrow keys reach its other items.
      control.tabIndex >= 0 &&
      !control.closest('[inert], .lk-ghost') &&
      control.getClientRects().length > 0 &&
      getComputedStyle(control).visibility !== 'hidden',
  );
}

/** Time in milliseconds that an opening view may take to show the control to focus. */
const ARRIVING = 3_000;

/**
 * Sets `autofocus` on the element that the browser focuses when it shows the dialog, so that focus changes only once.
 * A prerendered modal is still hidden here; `focusOnOpen` corrects the choice once it is visible.
 *
 * @returns the marked element
 */
export function markFirstFocus(dialog: HTMLElement): HTMLElement | undefined {
  const body = isTouch() ? null : dialog.querySelector('.lk-body:not(.lk-ghost)');
  const first =
    body?.querySelector<HTMLElement>(FIRST_FIELD) ??
    body?.querySelector<HTMLElement>(CONTROLS) ??
    dialog.querySelector<HTMLElement>('.lk-title') ??
    undefined;
  first?.setAttribute('autofocus', '');
  return first;
}

const isTouch = () => matchMedia('(pointer: coarse)').matches;

/**
 * Sets focus when the modal opens: on the title for touch, else on the first field, else on the first control of the
 * body. Until the visitor acts, it also considers controls that appear a moment later.
 *
 * @returns a function that stops this.
 */
export function focusOnOpen(dialog: HTMLElement): () => void {
  if (isTouch()) {
    focusTitle(dialog);
    return () => {};
  }
  const root = dialog.getRootNode() as ShadowRoot;
  let given: Element | null = null;
  const give = () => {
    // Leave focus that moved elsewhere; a control that was moved or replaced has lost it.
    if (given && root.activeElement && root.activeElement !== given && root.activeElement !== dialog) return;
    const first = firstOf(dialog);
    if (!first) focusTitle(dialog);
    else if (first !== root.activeElement) first.focus({ preventScroll: true });
    given = root.activeElement;
  };
  // In the frame that computes the layout, so that reading it doesn't force another one.
  let frame = 0;
  const arriving = new MutationObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(give);
  });
  const stop = () => {
    arriving.disconnect();
    cancelAnimationFrame(frame);
  };
  setTimeout(stop, ARRIVING);
  give();
  arriving.observe(dialog, { childList: true, subtree: true });
  for (const act of ['keydown', 'pointerdown']) dialog.addEventListener(act, stop, { once: true });
  return stop;
}

/**
 * The element to focus first: the first field, else the first control. The email field counts only if it precedes the
 * wallets; while it is still loading there, the title has the focus.
 */
function firstOf(dialog: HTMLElement): HTMLElement | undefined {
  const body = dialog.querySelector('.lk-body:not(.lk-ghost)');
  if (!body || body.querySelector('.lk-entry:empty:not(.lk-group ~ *)')) return undefined;
  return body.querySelector<HTMLElement>(FIRST_FIELD) ?? controlsOf(body)[0];
}

/** Focuses the title, which names the view. */
export function focusTitle(dialog: HTMLElement): void {
  const title = dialog.querySelector<HTMLElement>('.lk-title');
  (title ?? dialog).focus({ preventScroll: true });
}

/** Focus after moving forward: the view's main field, else the title. On touch, always the title. */
export function focusEntered(dialog: HTMLElement): void {
  const field = isTouch()
    ? undefined
    : dialog.querySelector<HTMLElement>('.lk-content:not([hidden]) .lk-body:not(.lk-ghost) [data-first]');
  if (field) field.focus({ preventScroll: true });
  else focusTitle(dialog);
}

/** Focus after Back: the control that led away, else the title. */
export function focusControl(dialog: HTMLElement, control: string | undefined): void {
  const found = control && dialog.querySelector<HTMLElement>(`[data-return="${CSS.escape(control)}"]`);
  if (found && !found.closest('.lk-ghost')) found.focus({ preventScroll: true });
  else focusTitle(dialog);
}

/** Wraps Tab inside the modal. */
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
