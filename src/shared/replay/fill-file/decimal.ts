/** An exact decimal: `units` divided by ten to the power of `digits`. */
export type Decimal = { readonly units: bigint; readonly digits: number };

/** What spreadsheets and platforms write into a cell without a value. */
const placeholders = /^(?:[-–—]{1,3}|n\/?a|#n\/a|null|none|nan|nil|undefined)?$/i;

export function hasNoValue(text: string): boolean {
  return placeholders.test(text.trim());
}

const thousands = /^\d{1,3}(?:([.,'])\d{3})(?:\1\d{3})*$/;

/**
 * The number in a cell as plain text, such as `-17771.25`; undefined if there is none. Dollar signs and spaces are
 * removed, and amounts in brackets or with a minus on either side are negative. The last point or comma is the decimal
 * separator, unless it can only be a thousands separator.
 * @param decimalComma whether the file's other numbers have decimal commas
 */
export function plainNumber(text: string, decimalComma = false): string | undefined {
  let bare = text
    .replace(/US\$|\$US|USD|\$/gi, '')
    .replace(/\s/g, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u2018\u2019\u02bc]/g, "'");
  const isNegative = /^\(.*\)$/.test(bare) || /^-|-$/.test(bare);
  bare = bare.replace(/^\((.*)\)$/, '$1').replace(/^[-+]|[-+]$/g, '');
  if (bare.includes("'")) {
    const [, whole = '', fraction = ''] = /^(\d{1,3}(?:'\d{3})+)([.,]\d+)?$/.exec(bare) ?? [];
    bare = `${whole.replaceAll("'", '')}${fraction.replace(',', '.')}`;
    return bare === '' ? undefined : `${isNegative ? '-' : ''}${bare}`;
  }
  if (!/^\d[\d.,]*$|^[.,]\d+$/.test(bare) || !isGrouped(bare)) return undefined;
  const mark = decimalMark(bare, decimalComma);
  const whole = (mark < 0 ? bare : bare.slice(0, mark)).replace(/[.,]/g, '') || '0';
  const fraction = mark < 0 ? '' : bare.slice(mark + 1);
  return `${isNegative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Whether all separators but the last group digits: those of a date or of a version number don't. */
function isGrouped(bare: string): boolean {
  const mark = Math.max(bare.lastIndexOf(','), bare.lastIndexOf('.'));
  const whole = bare.slice(0, Math.max(mark, 0));
  if (!/[.,]/.test(whole) || isGroupedWhole(bare)) return true;
  return isGroupedWhole(whole) && !whole.includes(bare.charAt(mark));
}

/** In groups of three or, as in India, of two before the last three. */
function isGroupedWhole(text: string): boolean {
  return thousands.test(text) || /^\d{1,2}(?:,\d{2})+,\d{3}$/.test(text);
}

function decimalMark(bare: string, decimalComma: boolean): number {
  const mark = Math.max(bare.lastIndexOf(','), bare.lastIndexOf('.'));
  if (bare.includes(',') === decimalComma && bare.indexOf(bare.charAt(mark)) === mark) return mark;
  if (/^[1-9]/.test(bare) && isGroupedWhole(bare)) return -1;
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
