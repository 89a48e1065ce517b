/** Says whether a port of this machine is free. */
export function isPortFree(port: number): Promise<boolean>;
/** A port of this machine that is free, and that no other test is given while this process lives. */
export function freePort(): Promise<number>;
/** Several of them. */
export function freePorts(count: number): Promise<number[]>;
