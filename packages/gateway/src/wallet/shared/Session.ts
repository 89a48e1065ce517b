/** An active session: one user, one installation, one origin of one project. */
export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly installationId: string;
  /** The identity of a social sign-in. Null: a sign-in by email. */
  readonly identityId: string | null;
  readonly jkt: string;
  readonly projectId: string;
  readonly hostOrigin: string;
  /** Id of the sign-in. */
  readonly txn: string;
  readonly locale: string;
  readonly createdAt: Date;
}
