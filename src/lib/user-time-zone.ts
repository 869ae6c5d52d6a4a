/** The time zone from the user's profile; undefined for the browser's zone. */
let chosen: string | undefined;

/** Sets the zone in which the user's times are shown. An unknown zone resets it to the browser's. */
export function setUserTimeZone(zone: string | null | undefined): void {
  chosen = zone != null && isTimeZone(zone) ? zone : undefined;
}

export function getUserTimeZone(): string | undefined {
  return chosen;
}

export function getBrowserTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Zones that were renamed, but whose old name engines still report. */
const renamedZones: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** Whether this is an IANA time zone under any of its names, such as `Europe/Lisbon`, `Asia/Calcutta` or `US/Central`. */
export function isTimeZone(zone: string): boolean {
  return resolveZone(zone) !== undefined;
}

/** A zone's present name, the same in each engine: `Asia/Calcutta` is `Asia/Kolkata`, `US/Central` is `America/Chicago`. */
export function currentZoneName(zone: string): string {
  const resolved = resolveZone(zone) ?? zone;
  return renamedZones[resolved] ?? resolved;
}

/** The zones to choose from under their present names, with the chosen one even if this engine doesn't list it. */
export function listTimeZones(chosen = ''): readonly string[] {
  const names = new Set([...Intl.supportedValuesOf('timeZone'), chosen].map(currentZoneName));
  return [...names].filter((name) => name !== '').toSorted();
}

function resolveZone(zone: string): string | undefined {
  // Offsets such as +05:30 are no zones, and not every browser knows them.
  if (!/^[a-z]/i.test(zone)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
