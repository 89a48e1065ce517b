/**
 * The script of link pages. It is served as text, so it must not use anything outside this function. It never decides: only
 * clicks of a person count, on buttons that stay disabled for half a second after their content became visible.
 */
export function linkScript(): void {
  const ARMED_AFTER = 500;
  const main = document.querySelector('main');
  // In a frame, the parent page could draw around it.
  if (main === null || window.top !== window.self) return;
  const { look: lookPath = '', decide: decidePath = '' } = main.dataset;
  const token = new URLSearchParams(location.hash.slice(1)).get('t') ?? '';
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('button[data-decision]')];
  const { title } = document;
  const confirmation = document.querySelector<HTMLInputElement>('#confirm');
  let shownAt = Number.POSITIVE_INFINITY;
  let timer = 0;
  let focused: HTMLButtonElement | undefined;
  let isBusy = false;
  /** The decision that was sent and has no response yet. */
  let unanswered: object | undefined;

  /** Focuses the heading, so that screen readers announce the change and the focus isn't lost with the hidden part. */
  const show = (name: string) => {
    if (name !== 'question') delete main.dataset.tone;
    for (const part of document.querySelectorAll<HTMLElement>('[data-part]')) {
      part.hidden = part.dataset.part !== name;
    }
    const heading = [...document.querySelectorAll('h1')].find(({ offsetParent }) => offsetParent !== null);
    heading?.focus({ preventScroll: true });
    document.title = name === 'question' ? title : (heading?.textContent ?? title);
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
  /** A disabled button loses the focus, so keyboard users get it back afterwards. */
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
  /** Blames the connection only where the browser says that it has none. */
  const fail = () => show(navigator.onLine ? 'failed' : 'offline');
  const isFailure = (status: number) => status === 429 || status >= 500;
  const endingOf = (body: { state: string; isReverted?: boolean }) =>
    body.isReverted ? 'reverted' : body.state;
  const look = async () => {
    const { status, body } = await ask(lookPath, { token });
    if (isFailure(status)) return fail();
    if (status !== 200 || body.state === 'expired') return show('invalid');
    fill(body);
    if (body.state !== 'pending') return show(endingOf(body));
    const network = body.isSameNetwork === false ? 'other-network' : 'same-network';
    if (network === 'other-network') main.dataset.tone = 'danger';
    for (const part of document.querySelectorAll<HTMLElement>('[data-when]')) {
      part.hidden = part.dataset.when !== network;
    }
    show('question');
    arm();
  };
  const decide = async (decision: object) => {
    unanswered = decision;
    const { status, body } = await ask(decidePath, { token, ...decision });
    if (isFailure(status)) return fail();
    unanswered = undefined;
    // Already decided, expired, or from another network by now.
    if (status !== 200) return look();
    fill(body);
    show(endingOf(body));
  };
  const press = async (event: MouseEvent, act: () => Promise<void>) => {
    if (!event.isTrusted || isBusy || document.visibilityState !== 'visible') return;
    isBusy = true;
    await act().catch(fail);
    isBusy = false;
  };
  confirmation?.addEventListener('change', enable);
  for (const button of buttons) {
    button.addEventListener('click', event => {
      if (isArmed()) void press(event, () => decide(JSON.parse(button.dataset.decision ?? '{}')));
    });
  }
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-retry]')) {
    button.addEventListener('click', event => {
      void press(event, () => {
        show('loading');
        return unanswered ? decide(unanswered) : look();
      });
    });
  }
  for (const name of ['focus', 'resize']) window.addEventListener(name, arm);
  document.addEventListener('visibilitychange', arm);
  look().catch(fail);
}
