/** A position with its sign: `+2`, `−3`. */
export function signedText(quantity: number, locale: string): string {
  return new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' }).format(quantity).replace('-', '\u2212');
}
