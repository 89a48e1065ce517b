/**
 * Copies text to the clipboard. Returns whether that succeeded. A page without permission, or without a secure
 * context, falls back to the document's copy command.
 * @param place an element in the open dialog that can be focused now.
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
