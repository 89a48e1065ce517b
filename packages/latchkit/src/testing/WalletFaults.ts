/** Some methods by name, or `true` for all of them. */
export type Methods = true | readonly string[];

/** What a fake wallet does wrong. Everything off by default; each fault stays until it is set otherwise. */
export interface WalletFaults {
  /** Refuses with code 4001, as if the visitor had pressed Reject. `true`: whatever asks the visitor. */
  readonly reject?: Methods | undefined;
  /** Never answers. `true`: whatever asks the visitor. */
  readonly hang?: Methods | undefined;
  /** Throws an `Error` without a code. `true`: whatever asks the visitor. */
  readonly plainError?: Methods | undefined;
  /** Throws this error, by method. */
  readonly errors?: Readonly<Record<string, { code: number; message?: string; data?: unknown }>> | undefined;
  /** The wallet says that it is on this chain, whatever was asked. */
  readonly wrongChain?: number | undefined;
  /** Every switch fails with 4902 until the chain is added; `nested`: inside `data.originalError`, as on phones. */
  readonly unknownChain?: boolean | 'nested' | undefined;
  /** Answers a switch without emitting `chainChanged`. */
  readonly silentSwitch?: boolean | undefined;
  /** Answers a switch and stays where it is. */
  readonly ignoreSwitch?: boolean | undefined;
  /** `wallet_revokePermissions` is never answered. */
  readonly silentRevoke?: boolean | undefined;
}

/** The faults in force; readable by the wallet, programmable by the test. */
export interface FaultSwitch<Faults = WalletFaults> {
  readonly current: Partial<Faults>;
  /** Adds to the faults in force; `undefined` takes one away. */
  set(faults: Partial<Faults>): void;
  /** Back to a wallet without faults. */
  clear(): void;
}

export function createFaultSwitch<Faults = WalletFaults>(initial: Partial<Faults> = {}): FaultSwitch<Faults> {
  let current = initial;
  return {
    get current() {
      return current;
    },
    set(faults) {
      current = { ...current, ...faults };
    },
    clear() {
      current = {};
    },
  };
}

/** Whether a fault covers a method; `asks`: the method asks the visitor, which is what `true` means. */
export function covers(methods: Methods | undefined, method: string, asks: boolean): boolean {
  return methods === true ? asks : (methods?.includes(method) ?? false);
}
