import type { OfficeTexts } from '#app/office/texts.ts';
import type { RiskRow } from '../stores/risk-order.ts';

const minus = '−';

/** `Long 2 ES`; several as `ES +2, NQ −1`; `Flat` without any. */
export function positionText(strings: OfficeTexts['strings'], positions: RiskRow['positions']): string {
  const [first, ...rest] = positions.filter(([, quantity]) => quantity !== 0);
  if (first === undefined) return strings.risk_flat;
  if (rest.length === 0) return sideText(strings, ...first);
  return [first, ...rest].map(([instrument, quantity]) => `${instrument} ${signed(quantity)}`).join(', ');
}

export function sideText(strings: OfficeTexts['strings'], instrument: string, quantity: number): string {
  return `${quantity < 0 ? strings.exposure_short : strings.exposure_long} ${Math.abs(quantity)} ${instrument}`;
}

export function signed(quantity: number): string {
  return quantity < 0 ? `${minus}${-quantity}` : quantity > 0 ? `+${quantity}` : '0';
}
