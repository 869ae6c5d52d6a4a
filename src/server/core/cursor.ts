/** A position in a list that is ordered by time and then by id. */
export type Cursor = { readonly at: string; readonly id: string };

/** Formats a cursor from a time in milliseconds; cursors carry microseconds, as the database does. */
export function writeCursor(at: number, id: string): string {
  return `${new Date(at).toISOString().slice(0, -1)}000Z~${id}`;
}

/** Keeps the time as text, so that its microseconds aren't lost. */
export function readCursor(cursor: string): Cursor {
  const [at = '', ...rest] = cursor.split('~');
  return { at, id: rest.join('~') };
}
