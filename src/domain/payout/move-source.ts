/** Source ids of the adjustments that book our own moves: the platform's echo of one gets the same. */
const prefix = 'payout-move-';

export function moveSourceId(requestId: string): string {
  return `${prefix}${requestId}`;
}

export function isOwnMove(sourceId: string): boolean {
  return sourceId.startsWith(prefix);
}
