/** Source id of our booking of a dispute's or an outage's credit. The platform's echo of it gets the same id. */
export function creditSourceId(disputeId: string): string {
  return `dispute-credit-${disputeId}`;
}
