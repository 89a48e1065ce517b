/** Checks whether a port on this machine is free. */
export function isPortFree(port: number): Promise<boolean>;
/** Reserves a free port on this machine. No other test gets it while this process runs. */
export function freePort(): Promise<number>;
/** Reserves several free ports. */
export function freePorts(count: number): Promise<number[]>;
