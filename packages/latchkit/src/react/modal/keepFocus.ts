import { CONTROLS, focusTitle } from './dialogFocus.js';

/** Where the focused element was, for when it disappears. */
interface Place {
  readonly element: Element;
  /** Its name for Back. */
  readonly key: string | undefined;
  /** Its ancestors up to the dialog, nearest first, each with the index of the child that led to it. */
  readonly trail: readonly { readonly parent: Element; readonly index: number }[];
}

/**
 * Keeps focus in the dialog: if the focused element disappears or is disabled, focus goes to the control with the same name, else
 * to the control in its place, else to the title. Without it the browser moves focus to the page, where no key reaches the modal.
 *
 * @returns a function that stops this.
 */
export function keepFocus(dialog: HTMLElement): () => void {
  const root = dialog.getRootNode() as ShadowRoot;
  let place: Place | undefined;
  /** What stood in for an element of this name, which may still come back. */
  let standIn: { readonly element: Element | null; readonly key: string } | undefined;

  const remember = () => {
    const element = root.activeElement;
    if (element !== standIn?.element) standIn = undefined;
    if (element && element !== dialog && dialog.contains(element)) place = placeOf(element, dialog);
  };
  const focusKey = (key: string) => {
    const named = dialog.querySelector<HTMLElement>(`[data-return="${CSS.escape(key)}"]`);
    if (!named || isLost(named)) return false;
    named.focus({ preventScroll: true });
    return root.activeElement === named;
  };
  const repair = () => {
    if (!dialog.hasAttribute('data-open')) return;
    if (standIn && root.activeElement === standIn.element && focusKey(standIn.key)) {
      standIn = undefined;
      return;
    }
    if (!place || !isLost(place.element) || isElsewhere(root, place.element)) return;
    const { key } = place;
    const lost = place;
    place = undefined;
    if (key !== undefined && focusKey(key)) return;
    const next = replacementOf(lost);
    next?.focus({ preventScroll: true });
    if (!next || root.activeElement !== next) focusTitle(dialog);
    if (key !== undefined) standIn = { element: root.activeElement, key };
  };
  const changes = new MutationObserver(repair);
  changes.observe(dialog, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'inert', 'hidden'],
  });
  dialog.addEventListener('focusin', remember);
  remember();
  return () => {
    changes.disconnect();
    dialog.removeEventListener('focusin', remember);
  };
}

function placeOf(element: Element, dialog: Element): Place {
  const trail: { parent: Element; index: number }[] = [];
  let child = element;
  while (child !== dialog && child.parentElement) {
    const parent = child.parentElement;
    trail.push({ parent, index: [...parent.children].indexOf(child) });
    child = parent;
  }
  return { element, key: element.getAttribute('data-return') ?? undefined, trail };
}

/** Whether an element can't have focus any more. */
function isLost(element: Element): boolean {
  return !element.isConnected || element.matches(':disabled') || element.closest(HIDDEN) !== null;
}

const HIDDEN = '[inert], [hidden], .lk-ghost';

/** Whether something else has focus: in the modal, or in a wallet's own prompt on the page. */
function isElsewhere(root: ShadowRoot, lost: Element): boolean {
  const { activeElement, body } = root.ownerDocument;
  const own = root.activeElement;
  if (own) return own !== lost;
  return activeElement !== null && activeElement !== body && activeElement !== root.host;
}

/** The control that took the place of a lost one: in the nearest part of the view that is still there. */
function replacementOf({ element, trail }: Place): HTMLElement | undefined {
  for (const { parent, index } of trail) {
    if (!parent.isConnected || parent.closest(HIDDEN)) continue;
    // Beyond the view's own parts is only its frame, whose controls close it or go back.
    if (parent.matches('.lk-body, .lk-content, dialog'))
      return parent.matches('.lk-body') ? controlIn(parent.children[index], element) : undefined;
    const found = controlIn(parent.children[index], element) ?? controlIn(parent, element);
    if (found) return found;
  }
  return undefined;
}

function controlIn(place: Element | undefined, lost: Element): HTMLElement | undefined {
  if (!place) return undefined;
  const within = [...(place.matches(CONTROLS) ? [place] : []), ...place.querySelectorAll(CONTROLS)];
  return within.find(
    (control): control is HTMLElement =>
      control !== lost && control instanceof HTMLElement && control.tabIndex >= 0 && !isLost(control),
  );
}
