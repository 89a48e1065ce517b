/** Who calls, as the wallet service knows it. */
export interface OperationCaller {
  readonly projectId: string;
  readonly userId: string;
  /** Origin of the host page. */
  readonly origin: string;
  /** The IPv4 address or IPv6 network that the call came from. */
  readonly network: string;
  /** Address of the owner key of the user's smart account. */
  readonly owner: string;
}
