/** Capitalizes the first letter, for names of months and weekdays that stand alone. */
export function capitalize(text: string, locale: string): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}
