/** Prefix of the source ids of our own transfers. The platform's echo of a transfer gets the same id. */
const prefix = 'payout-transfer-';

export function transferSourceId(requestId: string): string {
  return `${prefix}${requestId}`;
}

export function isOwnTransfer(sourceId: string): boolean {
  return sourceId.startsWith(prefix);
}
