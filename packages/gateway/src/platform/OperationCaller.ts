/** Who calls, as the wallet service knows it. */
export interface OperationCaller {
  readonly projectId: string;
  readonly userId: string;
  /** Origin of the host page. */
  readonly origin: string;
  /** Address of the owner key of the user's smart account. */
  readonly owner: string;
}
