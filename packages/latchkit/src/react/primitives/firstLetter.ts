/** The letter that stands for a name whose image is missing: its first letter or digit, whole and in capitals; '?' where there is none. */
export function firstLetter(name: string): string {
  const letter = /[\p{L}\p{N}]\p{M}*/u.exec(name)?.[0];
  return letter?.toLocaleUpperCase() ?? '?';
}
