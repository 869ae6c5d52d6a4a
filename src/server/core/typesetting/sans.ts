import { readFileSync } from 'node:fs';
import { withFewMarks } from '#lib/combining-marks.ts';

const readFont = (name: string) => readFileSync(new URL(`../../../assets/fonts/${name}`, import.meta.url));

/** Instrument Sans, cut to Western Europe. */
export const sans = {
  regular: readFont('instrument-sans-450.ttf'),
  bold: readFont('instrument-sans-600.ttf'),
} as const;

/** From the top of a line to its baseline, in font sizes. */
export const sansAscent = 0.97;
/** From the top of a line to the top of the next one if nothing is added, in font sizes. */
export const sansLineHeight = 1.22;

/** Whether Instrument Sans has every letter of a text. Mixing it with other fonts looks worse. */
export function isSansText(text: string): boolean {
  return /^[ -~\u00a0¡£©ª«®°±·º»¿À-ÿŒœ–—‘’“”•…€™↑↓−\n]*$/.test(text);
}

/** Composes letters and accents, drops marks that no language piles up, and widens narrow spaces, which Instrument Sans lacks. */
export function printable(text: string): string {
  return withFewMarks(text)
    .normalize('NFC')
    .replace(/[\u202f\u2009]/g, '\u00a0');
}
