/** Lays the page out as a window of its own, in the system's colours, also when they change. */
export function startWindowLook(self: Window): void {
  const { dataset } = self.document.documentElement;
  dataset.surface = 'window';
  const dark = self.matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    dataset.theme = dark.matches ? 'dark' : 'light';
  };
  dark.addEventListener('change', apply);
  apply();
}
