/** The zone the reader chose in their profile; undefined for the browser's own. */
let chosen: string | undefined;

/** Shows the reader's moments in this zone from now on. */
export function setReaderZone(zone: string | null | undefined): void {
  chosen = zone != null && isTimeZone(zone) ? zone : undefined;
}

export function readerZone(): string | undefined {
  return chosen;
}

/** Whether this is an IANA time zone, such as `Europe/Lisbon`. */
export function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
