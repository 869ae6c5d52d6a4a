/** Whether the calendar has this moment: `2026-02-28T00:00:00.000Z`, but not the 30th. */
export function isExistingMoment(text: string): boolean {
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString() === text && !text.startsWith('0000');
}

export function isExistingDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && isExistingMoment(`${text}T00:00:00.000Z`);
}

/** The beginning of a date in UTC, in ms. */
export const dayStart = (day: string): number => Date.parse(`${day}T00:00:00Z`);
