/** Source id of our booking of a restored account's credit. The platform's echo of it gets the same id. */
export function creditSourceId(disputeId: string): string {
  return `dispute-credit-${disputeId}`;
}
