/** Parses a typed whole number from 1 to `max`; null for anything else. */
export function readWhole(text: string, max: number): number | null {
  const number = /^\d{1,9}$/.test(text.trim()) ? Number(text) : 0;
  return number >= 1 && number <= max ? number : null;
}
