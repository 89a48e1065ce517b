/** Method names, or `true` for all methods. */
export type Methods = true | readonly string[];

/** What a fake wallet does wrong. All faults are off by default; each stays until it is changed. */
export interface WalletFaults {
  /** Refuses with code 4001, as if the visitor had pressed Reject. `true`: all methods that prompt. */
  readonly reject?: Methods | undefined;
  /** Never responds. `true`: all methods that prompt. */
  readonly hang?: Methods | undefined;
  /** Throws an `Error` without a code. `true`: all methods that prompt. */
  readonly plainError?: Methods | undefined;
  /** Throws this error, by method. */
  readonly errors?: Readonly<Record<string, { code: number; message?: string; data?: unknown }>> | undefined;
  /** Reports this chain, whatever its actual chain is. */
  readonly wrongChain?: number | undefined;
  /** Every switch fails with 4902 until the chain is added; `nested`: inside `data.originalError`, as on phones. */
  readonly unknownChain?: boolean | 'nested' | undefined;
  /** Responds to a switch without emitting `chainChanged`. */
  readonly silentSwitch?: boolean | undefined;
  /** Responds to a switch without switching. */
  readonly ignoreSwitch?: boolean | undefined;
  /** Never responds to `wallet_revokePermissions`. */
  readonly silentRevoke?: boolean | undefined;
}

/** The current faults: read by the wallet, set by the test. */
export interface FaultSwitch<Faults = WalletFaults> {
  readonly current: Partial<Faults>;
  /** Merges into the current faults; `undefined` removes one. */
  set(faults: Partial<Faults>): void;
  /** Removes all faults. */
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

/** Whether a fault applies to a method; `asks`: the method prompts the visitor, which `true` selects. */
export function covers(methods: Methods | undefined, method: string, asks: boolean): boolean {
  return methods === true ? asks : (methods?.includes(method) ?? false);
}
