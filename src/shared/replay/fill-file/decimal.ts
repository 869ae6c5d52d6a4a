/** An exact decimal: `units` divided by ten to the power of `digits`. */
export type Decimal = { readonly units: bigint; readonly digits: number };

/**
 * The number in a cell as plain text, such as `-17771.25`; undefined if there is none. Currency signs and spaces are
 * removed, and amounts in brackets are negative. The last point or comma is the decimal separator, unless it can only
 * be a thousands separator.
 * @param decimalComma whether the file's other numbers have decimal commas
 */
export function plainNumber(text: string, decimalComma = false): string | undefined {
  let bare = text.replace(/US\$|\$US|USD|[$€\s\u00a0\u202f]/g, '').replace(/\u2212/g, '-');
  const isNegative = /^\(.*\)$/.test(bare) || /^-|-$/.test(bare);
  bare = bare.replace(/^\(|\)$/g, '').replace(/^[-+]|-$/g, '');
  if (!/^\d[\d.,]*$|^[.,]\d+$/.test(bare)) return undefined;
  const mark = decimalMark(bare, decimalComma);
  const whole = (mark < 0 ? bare : bare.slice(0, mark)).replace(/[.,]/g, '') || '0';
  const fraction = mark < 0 ? '' : bare.slice(mark + 1);
  return `${isNegative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

function decimalMark(bare: string, decimalComma: boolean): number {
  const mark = Math.max(bare.lastIndexOf(','), bare.lastIndexOf('.'));
  if (bare.includes(',') === decimalComma && bare.indexOf(bare.charAt(mark)) === mark) return mark;
  if (/^[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*$/.test(bare)) return -1;
  return mark;
}

/** @param plain in the format of `plainNumber` */
export function parseDecimal(plain: string): Decimal {
  const point = plain.indexOf('.');
  if (point < 0) return { units: BigInt(plain), digits: 0 };
  return { units: BigInt(plain.replace('.', '')), digits: plain.length - point - 1 };
}

/**
 * Whether numbers use decimal commas, as in `17771,25` and `24.150,75`.
 * @param otherwise returned if all of them are ambiguous, as in `17,771`
 */
export function hasDecimalCommas(samples: Iterable<string>, otherwise: boolean): boolean {
  for (const sample of samples) {
    const comma = sample.lastIndexOf(',');
    const point = sample.lastIndexOf('.');
    if (comma < 0 ? point >= 0 && !/^\D*[1-9]\d{0,2}(?:\.\d{3})+\D*$/.test(sample) : point > comma) return false;
    if (comma >= 0 && (point >= 0 || !/^\D*[1-9]\d{0,2}(?:,\d{3})+\D*$/.test(sample))) return true;
  }
  return otherwise;
}

/** The absolute amount in whole cents, half a cent rounded up; undefined if it isn't a number. */
export function centsOf(text: string, decimalComma: boolean): number | undefined {
  const plain = plainNumber(text, decimalComma);
  return plain === undefined ? undefined : Math.round(Number((Math.abs(Number(plain)) * 100).toFixed(6)));
}
