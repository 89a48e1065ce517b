/** Keeps the refresh token of this installation, for one page. */
export interface SessionStore {
  read(): Promise<string | undefined>;
  /** Undefined forgets it. */
  keep(refresh: string | undefined): Promise<void>;
}
