/** The tag numbers and dates are formatted by: our Portuguese is Portugal's, which plain `pt` is not. */
export function formatLocale(locale: string): string {
  return locale === 'pt' ? 'pt-PT' : locale;
}
