/** Why a month could not be archived or restored; the message is one line for the operator. */
export class ArchiveError extends Error {}

/**
 * An archive is gzipped text, one JSON value per line: `{ month, format }`, the events (arrays of account, sequence,
 * source id, type, time in microseconds and the event's text), then `{ rows, sha256 }` of the lines between.
 */
export const archiveFormat = 1;

export type ArchivedRow = readonly [string, string, string, string, string, string];

/** The month in UTC. @throws {ArchiveError} unless it is written as `2025-06` */
export function readMonth(text: string): { readonly from: Date; readonly to: Date } {
  const [, year = '', month = ''] = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  if (year === '') throw new ArchiveError(`name a month such as 2025-06, not "${text}"`);
  const index = Number(month) - 1;
  return { from: new Date(Date.UTC(Number(year), index)), to: new Date(Date.UTC(Number(year), index + 1)) };
}
