/** The text with a capital at its start, as names of months and weekdays need where they stand alone. */
export function capitalize(text: string, locale: string): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}
