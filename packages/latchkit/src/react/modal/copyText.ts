/**
 * Puts text on the clipboard. Answers whether it is there: a page without permission, or without a secure context,
 * falls back to the document's own copy command.
 * @param place an element that can take focus now, inside the open dialog.
 */
export async function copyText(text: string, place: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text, place);
  }
}

function copyBySelection(text: string, place: Element): boolean {
  const focused = (place.getRootNode() as ShadowRoot).activeElement;
  const area = document.createElement('textarea');
  area.className = 'lk-sr';
  area.readOnly = true;
  area.value = text;
  place.append(area);
  area.select();
  let done = false;
  try {
    done = document.execCommand('copy');
  } catch {
    done = false;
  }
  area.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return done;
}
