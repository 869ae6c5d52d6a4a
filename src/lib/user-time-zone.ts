/** The time zone from the user's profile; undefined for the browser's zone. */
let chosen: string | undefined;

/** Sets the zone in which the user's times are shown. An unknown zone resets it to the browser's. */
export function setUserTimeZone(zone: string | null | undefined): void {
  chosen = zone != null && isTimeZone(zone) ? zone : undefined;
}

export function getUserTimeZone(): string | undefined {
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
