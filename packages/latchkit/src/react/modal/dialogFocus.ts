const CONTROLS =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/** The field that focus begins with: the email field only where it comes before the wallets. */
const FIRST_FIELD = 'input:not([type="checkbox"], :disabled, .lk-group ~ .lk-entry *)';

/** What Tab reaches in the modal, in order. */
export function controlsOf(container: ParentNode): HTMLElement[] {
  const found = [...container.querySelectorAll<HTMLElement>(CONTROLS)];
  // The wallet page is a child of the modal's element, which the slot shows.
  const [frame] = container.querySelector('slot')?.assignedElements() ?? [];
  return [...found, ...(frame ? [frame as HTMLElement] : [])].filter(
    control =>
      // A grid is one stop: its other items are reached with the arrow keys.
      control.tabIndex >= 0 &&
      !control.closest('[inert], .lk-ghost') &&
      control.getClientRects().length > 0 &&
      getComputedStyle(control).visibility !== 'hidden',
  );
}

/** How long a view that opens may take to show what it begins with, in milliseconds. */
const ARRIVING = 3_000;

/**
 * Marks with `autofocus` what the browser focuses when it shows the dialog, so that focus changes once. A modal that was
 * drawn ahead is still hidden here: `focusOnOpen` corrects the choice where it can see more.
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
 * Focus when the modal opens: the title on touch, else the first field, else the first control of the body. What comes a
 * moment later is followed, until the visitor acts.
 *
 * @returns stops following.
 */
export function focusOnOpen(dialog: HTMLElement): () => void {
  if (isTouch()) {
    focusTitle(dialog);
    return () => {};
  }
  const root = dialog.getRootNode() as ShadowRoot;
  let given: Element | null = null;
  const give = () => {
    // Focus that went elsewhere stays there; a control that was moved or replaced has lost it.
    if (given && root.activeElement && root.activeElement !== given && root.activeElement !== dialog) return;
    const first = firstOf(dialog);
    if (!first) focusTitle(dialog);
    else if (first !== root.activeElement) first.focus({ preventScroll: true });
    given = root.activeElement;
  };
  // With the frame that lays it out: what is asked of the layout costs no other one.
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
 * What focus begins with: the first field, else the first control. The email field counts only where it comes before the
 * wallets; while it is still coming there, focus waits for it on the title.
 */
function firstOf(dialog: HTMLElement): HTMLElement | undefined {
  const body = dialog.querySelector('.lk-body:not(.lk-ghost)');
  if (!body || body.querySelector('.lk-entry:empty:not(.lk-group ~ *)')) return undefined;
  return body.querySelector<HTMLElement>(FIRST_FIELD) ?? controlsOf(body)[0];
}

/** Focus on the title, which names the view. */
export function focusTitle(dialog: HTMLElement): void {
  const title = dialog.querySelector<HTMLElement>('.lk-title');
  (title ?? dialog).focus({ preventScroll: true });
}

/** Focus after a move on: the field that the view is entered for, else the title. On touch, always the title. */
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
