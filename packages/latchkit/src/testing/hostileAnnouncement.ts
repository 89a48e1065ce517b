import type { FakeWallet } from './createFakeWallet.js';

/** The kinds of hostile or malformed announcements. */
export const HOSTILE_KINDS = [
  'scriptIcon',
  'javascriptIcon',
  'foreignIcon',
  'hugeIcon',
  'hugeName',
  'bidiName',
  'markupName',
  'throwingInfo',
  'throwingName',
  'throwingProvider',
  'noProvider',
  'noDetail',
  'duplicateUuid',
  'duplicateRdns',
] as const;

export type HostileKind = (typeof HOSTILE_KINDS)[number];

/**
 * Announces a hostile wallet (EIP-6963). Scripts in it set `window.__hostile` when they run, and its foreign icon is at
 * `https://hostile.example`: tests check for both.
 *
 * @param wallet whose uuid or rdns the duplicates use, and whose provider the others use.
 * @param impostor provider of the duplicates. Default: an object that only throws.
 */
export function announceHostile(kind: HostileKind, wallet: FakeWallet, impostor?: unknown): void {
  window.dispatchEvent(
    new CustomEvent('eip6963:announceProvider', { detail: hostileDetail(kind, wallet, impostor) }),
  );
}

function hostileDetail(kind: HostileKind, wallet: FakeWallet, impostor: unknown): unknown {
  const own = { uuid: crypto.randomUUID(), rdns: `hostile.${kind.toLowerCase()}`, name: `Hostile ${kind}` };
  const info = { ...own, icon: wallet.info.icon };
  const other = impostor ?? {
    request: () => Promise.reject(new Error('impostor')),
    on() {},
    removeListener() {},
  };
  const make = (change: object, provider: unknown = other) => ({ info: { ...info, ...change }, provider });
  const trap = (name: string) =>
    Object.defineProperty({ ...info }, name, {
      enumerable: true,
      get() {
        throw new Error(`the getter of ${name} throws`);
      },
    });
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>window.__hostile=1</script></svg>';
  switch (kind) {
    case 'scriptIcon':
      return make({ icon: `data:image/svg+xml,${encodeURIComponent(svg)}` });
    case 'javascriptIcon':
      return make({ icon: 'javascript:window.__hostile=1' });
    case 'foreignIcon':
      return make({ icon: 'https://hostile.example/icon.png' });
    case 'hugeIcon':
      return make({ icon: `data:image/png;base64,${'A'.repeat(4_000_000)}` });
    case 'hugeName':
      return make({ name: 'N'.repeat(1_000_000) });
    case 'bidiName':
      return make({ name: '\u202ekcilC\u2066\u200b\u0000 Bidi\u202c' });
    case 'markupName':
      return make({ name: '<img src=x onerror="window.__hostile=1">' });
    case 'throwingName':
      return { info: trap('name'), provider: other };
    case 'throwingInfo':
      return Object.defineProperty({ provider: other }, 'info', {
        get() {
          throw new Error('the getter of info throws');
        },
      });
    case 'throwingProvider':
      return Object.defineProperty({ info }, 'provider', {
        get() {
          throw new Error('the getter of provider throws');
        },
      });
    case 'noProvider':
      return { info };
    case 'noDetail':
      return null;
    case 'duplicateUuid':
      return make({ uuid: wallet.info.uuid, name: wallet.info.name });
    case 'duplicateRdns':
      return make({ rdns: wallet.info.rdns, name: wallet.info.name });
  }
}
