/**
 * What the page of a link does. It is served as text: it must not use anything outside of itself. It decides nothing by
 * itself: only presses by a person, half a second after what it shows was shown.
 */
export function linkScript(): void {
  const ARMED_AFTER = 500;
  const main = document.querySelector('main');
  // Inside a frame somebody else draws around it.
  if (main === null || window.top !== window.self) return;
  const { look: lookPath = '', decide: decidePath = '' } = main.dataset;
  const token = new URLSearchParams(location.hash.slice(1)).get('t') ?? '';
  const otherNetwork = document.getElementById('other-network');
  const confirmation = document.querySelector<HTMLInputElement>('#confirm');
  let shownAt = Number.POSITIVE_INFINITY;
  let isOtherNetwork = false;
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
      const text = body[field.dataset.field ?? ''] || field.dataset.unknown || '';
      const isTime = field.dataset.kind === 'time' && text !== '';
      field.textContent = isTime ? new Date(text).toLocaleString(document.documentElement.lang) : text;
    }
  };
  const arm = () => {
    shownAt = performance.now();
  };
  const look = async () => {
    const { status, body } = await ask(lookPath, { token });
    if (status !== 200 || body.state === 'expired') return show('invalid');
    fill(body);
    if (body.state !== 'pending') return show(body.state);
    isOtherNetwork = body.isSameNetwork === false;
    if (otherNetwork !== null) otherNetwork.hidden = !isOtherNetwork;
    show('question');
    arm();
  };
  const decide = async (button: HTMLButtonElement, event: MouseEvent) => {
    const isArmed = performance.now() - shownAt >= ARMED_AFTER;
    if (!event.isTrusted || !isArmed || isBusy || document.visibilityState !== 'visible') return;
    const needsConfirmation = isOtherNetwork && button.dataset.confirmed !== undefined;
    if (needsConfirmation && confirmation?.checked !== true) {
      confirmation?.focus();
      return;
    }
    isBusy = true;
    try {
      const decision = JSON.parse(button.dataset.decision ?? '{}');
      const confirmed = needsConfirmation ? { confirmed: true } : {};
      const { status, body } = await ask(decidePath, { token, ...decision, ...confirmed });
      if (status >= 500) return show('failed');
      if (status === 200) fill(body);
      show(status === 200 ? body.state : 'invalid');
    } catch {
      show('failed');
    } finally {
      isBusy = false;
    }
  };
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-decision]')) {
    button.addEventListener('click', event => void decide(button, event));
  }
  for (const name of ['focus', 'resize']) window.addEventListener(name, arm);
  document.addEventListener('visibilitychange', arm);
  look().catch(() => show('failed'));
}
