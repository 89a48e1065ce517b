/** The name of the wallet that the benchmark announces. */
export const walletName = 'Bench Wallet';

/**
 * Runs in the page before its own code: an EIP-6963 wallet that responds at once, and stopwatches that run in the page, so that they
 * don't measure the driver. Results are in `window.bench`.
 *
 * @param {string} name
 */
export function pageProbe(name) {
  const accounts = ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'];
  let isAuthorised = false;
  const permission = {
    parentCapability: 'eth_accounts',
    caveats: [{ type: 'restrictReturnedAccounts', value: accounts }],
  };
  const answers = {
    eth_requestAccounts: () => {
      isAuthorised = true;
      return accounts;
    },
    eth_accounts: () => (isAuthorised ? accounts : []),
    eth_chainId: () => '0x1',
    net_version: () => '1',
    wallet_requestPermissions: () => {
      isAuthorised = true;
      return [permission];
    },
    wallet_getPermissions: () => (isAuthorised ? [permission] : []),
  };
  const provider = {
    async request({ method }) {
      if (method in answers) return answers[method]();
      throw Object.assign(new Error(`Method ${method} is not supported`), { code: 4200 });
    },
    on: () => provider,
    removeListener: () => provider,
  };
  const icon =
    'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1H0z"/></svg>';
  const info = Object.freeze({
    uuid: 'b0a7c1de-6d8e-4d39-a5a3-6a6b7e0d7a11',
    name,
    icon,
    rdns: 'example.bench',
  });
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    );
  window.addEventListener('eip6963:requestProvider', announce);
  announce();

  const times = {};
  window.bench = times;
  /** Finds a button whose name begins with a text. Must not force a layout, which would slow down what is measured. */
  const button = text => {
    const shadows = [...document.body.children].flatMap(child =>
      child.shadowRoot ? [child.shadowRoot] : [],
    );
    return [document, ...shadows]
      .flatMap(root => [...root.querySelectorAll('button')])
      .find(one => (one.getAttribute('aria-label') ?? one.textContent ?? '').trim().startsWith(text));
  };
  /** Calls `done` in the first frame in which `find` finds something. */
  const when = (find, done) => {
    const look = () => (find() ? done() : requestAnimationFrame(look));
    requestAnimationFrame(look);
  };
  /** Finds a visible button by name. A list that is rendered before the click is not visible yet. */
  const visible = text => {
    const found = button(text);
    return found?.checkVisibility({ visibilityProperty: true }) ? found : undefined;
  };
  /** Records when the list was opaque and did not move for five frames: the time of the first of them. */
  const atRest = from => {
    let last = '';
    let since = 0;
    let frames = 0;
    const look = () => {
      const row = visible(name);
      const dialog = row?.closest('dialog');
      const now = row && `${Math.round(row.getBoundingClientRect().top)} ${getComputedStyle(dialog).opacity}`;
      frames = now === last && now !== undefined ? frames + 1 : 0;
      if (frames === 0) since = performance.now();
      last = now;
      if (frames >= 5) times.rest = since - from;
      else requestAnimationFrame(look);
    };
    // Forces a layout, so start only after the row was measured.
    when(() => times.row !== undefined, look);
  };
  const twoFramesLater = done => requestAnimationFrame(() => requestAnimationFrame(done));

  when(
    () => document.body && (button('Connect wallet') ?? button(name)),
    () =>
      twoFramesLater(() => {
        times.button = performance.now();
      }),
  );
  window.addEventListener(
    'click',
    event => {
      const path = event.composedPath();
      const clicked = path.find(one => one instanceof HTMLButtonElement);
      const label = clicked?.getAttribute('aria-label') ?? clicked?.textContent ?? '';
      const from = event.timeStamp;
      if (label.startsWith('Connect wallet')) {
        performance.mark('bench-click', { startTime: from });
        when(
          () => visible(name),
          () =>
            twoFramesLater(() => {
              performance.mark('bench-row');
              times.row = performance.now() - from;
            }),
        );
        atRest(from);
      } else if (label.startsWith(name)) {
        const read = () =>
          document.querySelector('[data-testid=host-address]')?.textContent?.startsWith('0x');
        const watch = new MutationObserver(() => {
          if (!read()) return;
          watch.disconnect();
          times.address = performance.now() - from;
        });
        watch.observe(document.body, { subtree: true, childList: true, characterData: true });
      }
    },
    true,
  );
}
