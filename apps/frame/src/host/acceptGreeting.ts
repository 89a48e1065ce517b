import { commonFrameVersion, FRAME_VERSIONS, type FrameWelcome, frameGreeting } from 'latchkit/protocol';

/** The parts of the wallet page's window against which a greeting is checked. */
export interface GreetedWindow {
  readonly parent: unknown;
  readonly top: unknown;
  /** The page's own origin; `null` in a sandbox without `allow-same-origin`. */
  readonly origin: string;
  readonly location: { readonly ancestorOrigins?: ArrayLike<string> | undefined };
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

export interface GreetingRules {
  /** Whether a host's origin may use the wallet. */
  readonly allows: (origin: string) => boolean;
  /** Whether the host may itself be in a frame. Default false. */
  readonly nested?: boolean;
  readonly frameVersion: string;
  /** Where approvals can be shown. */
  readonly surfaces: readonly string[];
  /** URL of the vault, which hosts may pin. */
  readonly vault?: string | undefined;
}

/** An accepted host. */
export interface Host {
  readonly port: MessagePort;
  readonly origin: string;
  /** Sends READY; call it when the page can handle requests. */
  welcome(): void;
}

/**
 * Waits for the single greeting that opens the wallet page: from its parent, which must be the top page, with an allowed origin
 * that matches the browser's ancestor origin, and with one port. All other messages on the window are ignored; after the
 * greeting only the port is read. A host without a common version is told so on its port and may greet again. The accepted host
 * receives nothing before it is welcomed.
 *
 * @returns undefined when `self.origin` is opaque: such a page has no storage and must not start.
 */
export function acceptGreeting(self: GreetedWindow, rules: GreetingRules): Promise<Host> | undefined {
  if (self.origin === 'null') return undefined;
  return new Promise(resolve => {
    const receive = (event: MessageEvent) => {
      const [port, ...more] = event.ports;
      if (port === undefined || more.length > 0 || !isFromHost(self, rules, event)) return;
      const greeting = frameGreeting.safeParse(event.data);
      if (!greeting.success) return;
      const { nonce, protocols } = greeting.data;
      const protocol = commonFrameVersion(protocols);
      if (protocol === undefined) {
        const supported = [...FRAME_VERSIONS];
        port.postMessage({
          lk: 1,
          type: 'REFUSED',
          nonce,
          code: 'UNSUPPORTED_VERSION',
          supported,
        } satisfies FrameWelcome);
        return;
      }
      self.removeEventListener('message', receive);
      const { frameVersion, surfaces, vault } = rules;
      const ready = {
        ...{ lk: 1, type: 'READY', nonce, protocol, frameVersion },
        surfaces: [...surfaces],
        ...(vault !== undefined && { vault }),
      } satisfies FrameWelcome;
      resolve({ port, origin: event.origin, welcome: () => port.postMessage(ready) });
    };
    self.addEventListener('message', receive);
  });
}

function isFromHost(
  self: GreetedWindow,
  { allows, nested = false }: GreetingRules,
  event: MessageEvent,
): boolean {
  if (event.source !== self.parent || event.source === self) return false;
  if (self.parent !== self.top && !nested) return false;
  const ancestor = self.location.ancestorOrigins?.[0];
  return (ancestor === undefined || ancestor === event.origin) && allows(event.origin);
}
