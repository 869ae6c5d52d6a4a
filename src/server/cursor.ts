/** A place in a list that is ordered by time and, among rows of the same time, by id. */
export type Cursor = { readonly at: string; readonly id: string };

/** Writes a place with a time in whole milliseconds; cursors have room for a database's microseconds. */
export function writeCursor(at: number, id: string): string {
  return `${new Date(at).toISOString().slice(0, -1)}000Z~${id}`;
}

/** The time is kept as text, so that none of its digits is lost. */
export function readCursor(cursor: string): Cursor {
  const [at = '', ...rest] = cursor.split('~');
  return { at, id: rest.join('~') };
}
