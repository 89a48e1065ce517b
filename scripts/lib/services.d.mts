/** A service of `npm start`. */
export interface Service {
  readonly name: string;
  readonly port: number;
  /** Returns the command line. */
  launch(): readonly string[];
  /** The request that it answers once it is ready. */
  readonly ready: { readonly path: string; readonly init: RequestInit };
  readonly env: Readonly<Record<string, string>>;
}
/** Returns the services of `npm start` in start order, on the ports of these variables. */
export function services(env: Readonly<Record<string, string | undefined>>): readonly Service[];
