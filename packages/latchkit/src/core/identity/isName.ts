/** Whether a text has the form of a name that a names service may resolve: labels separated by dots, for example `ada.eth`. */
export function isName(text: string): boolean {
  return /^[^\s./@:]+(?:\.[^\s./@:]+)+$/u.test(text) && text.length <= 255;
}
