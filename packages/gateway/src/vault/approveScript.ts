/**
 * What the page of a link does. It is served as text: it must not use anything outside of itself. It decides nothing by
 * itself: only two presses by a person, half a second after what it shows was shown.
 */
export function approveScript(): void {
  const ARMED_AFTER = 500;
  const at = (id: string): HTMLElement => {
    const found = document.getElementById(id);
    if (found === null) throw new Error(id);
    return found;
  };
  const show = (name: string) => {
    for (const part of document.querySelectorAll<HTMLElement>('[data-part]')) {
      part.hidden = part.dataset.part !== name;
    }
  };
  // Inside a frame somebody else draws around it.
  if (window.top !== window.self) return;
  const token = new URLSearchParams(location.hash.slice(1)).get('t') ?? '';
  let shownAt = Number.POSITIVE_INFINITY;
  let isOtherNetwork = false;
  let isBusy = false;

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
  const arm = () => {
    shownAt = performance.now();
  };
  const look = async () => {
    const { status, body } = await ask('/v1/approvals/look', { token });
    if (status !== 200 || body.state === 'expired') return show('invalid');
    if (body.state !== 'pending') return show(body.state);
    at('host').textContent = body.hostOrigin;
    at('browser').textContent = body.browser || at('browser').dataset.unknown || '';
    at('time').textContent = new Date(body.askedAt).toLocaleString(document.documentElement.lang);
    isOtherNetwork = !body.isSameNetwork;
    at('other-network').hidden = body.isSameNetwork;
    show('question');
    arm();
  };
  const decide = async (isApproval: boolean, event: MouseEvent) => {
    const isArmed = performance.now() - shownAt >= ARMED_AFTER;
    if (!event.isTrusted || !isArmed || isBusy || document.visibilityState !== 'visible') return;
    if (isApproval && isOtherNetwork && !(at('confirm') as HTMLInputElement).checked) {
      at('confirm').focus();
      return;
    }
    isBusy = true;
    try {
      const { status, body } = await ask('/v1/approvals/decide', {
        token,
        approve: isApproval,
        ...(isApproval && isOtherNetwork ? { confirmed: true } : {}),
      });
      show(status === 200 ? body.state : 'invalid');
    } catch {
      show('failed');
    } finally {
      isBusy = false;
    }
  };
  at('approve').addEventListener('click', event => void decide(true, event));
  at('deny').addEventListener('click', event => void decide(false, event));
  for (const name of ['focus', 'resize']) window.addEventListener(name, arm);
  document.addEventListener('visibilitychange', arm);
  look().catch(() => show('failed'));
}
