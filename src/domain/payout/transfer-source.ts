/** Prefix of the source ids of our own cash movements. The platform's echo of a movement gets the same id. */
const prefix = 'payout-transfer-';

export function transferSourceId(requestId: string): string {
  return `${prefix}${requestId}`;
}

export function isOwnTransfer(sourceId: string): boolean {
  return sourceId.startsWith(prefix);
}
