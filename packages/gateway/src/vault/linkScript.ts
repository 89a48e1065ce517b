/**
 * What the page of a link does. It is served as text: it must not use anything outside of itself. It decides nothing: only
 * presses by a person count, on buttons that stay disabled for half a second after what the page shows was shown.
 */
export function linkScript(): void {
  const ARMED_AFTER = 500;
  const main = document.querySelector('main');
  // Inside a frame, another page could draw around it.
  if (main === null || window.top !== window.self) return;
  const { look: lookPath = '', decide: decidePath = '' } = main.dataset;
  const token = new URLSearchParams(location.hash.slice(1)).get('t') ?? '';
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('button[data-decision]')];
  const confirmation = document.querySelector<HTMLInputElement>('#confirm');
  let shownAt = Number.POSITIVE_INFINITY;
  let timer = 0;
  let focused: HTMLButtonElement | undefined;
  let isBusy = false;

  const show = (name: string) => {
    for (const part of document.querySelectorAll<HTMLElement>('[data-part]')) {
      part.hidden = part.dataset.part !== name;
    }
  };
  const ask = async (path: string, body: unknown) => {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
      cache: 'no-store',
    });
    return { status: response.status, body: await response.json() };
  };
  const fill = (body: Readonly<Record<string, string>>) => {
    for (const field of document.querySelectorAll<HTMLElement>('[data-field]')) {
      const given = body[field.dataset.field ?? ''];
      if (given === undefined) continue;
      const text = given || field.dataset.unknown || '';
      const isTime = field.dataset.kind === 'time' && text !== '';
      const { lang } = document.documentElement;
      const format = { dateStyle: 'medium', timeStyle: 'short' } as const;
      const shown = field.dataset.kind === 'origin' ? text.replace(/^https:\/\//, '') : text;
      field.textContent = isTime ? new Date(text).toLocaleString(lang, format) : shown;
    }
  };
  const isOff = (name: string | undefined) => name === 'confirm' && confirmation?.checked !== true;
  const isArmed = () => performance.now() - shownAt >= ARMED_AFTER;
  const enable = () => {
    if (!isArmed()) return;
    for (const button of buttons) button.disabled = isOff(button.dataset.needs);
    for (const text of document.querySelectorAll<HTMLElement>('[data-on],[data-off]')) {
      text.hidden = isOff('confirm') === (text.dataset.on !== undefined);
    }
  };
  /** Disabled buttons lose the focus: who uses the keyboard gets it back. */
  const arm = () => {
    shownAt = performance.now();
    clearTimeout(timer);
    focused = buttons.find(button => button === document.activeElement) ?? focused;
    for (const button of buttons) button.disabled = true;
    timer = window.setTimeout(() => {
      enable();
      if (document.activeElement === document.body) focused?.focus();
      focused = undefined;
    }, ARMED_AFTER);
  };
  const look = async () => {
    const { status, body } = await ask(lookPath, { token });
    if (status !== 200 || body.state === 'expired') return show('invalid');
    fill(body);
    if (body.state !== 'pending') return show(body.state);
    const network = body.isSameNetwork === false ? 'other-network' : 'same-network';
    if (network === 'other-network') main.dataset.tone = 'danger';
    for (const part of document.querySelectorAll<HTMLElement>('[data-when]')) {
      part.hidden = part.dataset.when !== network;
    }
    show('question');
    arm();
  };
  const decide = async (button: HTMLButtonElement, event: MouseEvent) => {
    if (!event.isTrusted || !isArmed() || isBusy || document.visibilityState !== 'visible') return;
    isBusy = true;
    try {
      const decision = JSON.parse(button.dataset.decision ?? '{}');
      const { status, body } = await ask(decidePath, { token, ...decision });
      delete main.dataset.tone;
      if (status >= 500) return show('failed');
      if (status === 200) fill(body);
      show(status === 200 ? body.state : 'invalid');
    } catch {
      show('failed');
    } finally {
      isBusy = false;
    }
  };
  confirmation?.addEventListener('change', enable);
  for (const button of buttons) {
    button.addEventListener('click', event => void decide(button, event));
  }
  for (const name of ['focus', 'resize']) window.addEventListener(name, arm);
  document.addEventListener('visibilitychange', arm);
  look().catch(() => show('failed'));
}
