import { readFileSync } from 'node:fs';
import { libraries } from '#server/core/libraries.ts';

type Style = Readonly<Record<string, string | number>>;

export const readFont = (name: string) => readFileSync(new URL(`../../../assets/fonts/${name}`, import.meta.url));

export const sansFonts = [
  { name: 'Instrument Sans', data: readFont('instrument-sans-450.ttf'), weight: 400, style: 'normal' },
  { name: 'Instrument Sans', data: readFont('instrument-sans-600.ttf'), weight: 600, style: 'normal' },
] as const;

/** A flex box of a satori layout. */
export function box(style: Style, children: unknown): object {
  return { type: 'div', props: { style: { display: 'flex', ...style }, children } };
}

export async function toPng(svg: string): Promise<Buffer> {
  const sharp = await libraries.sharp();
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true, quality: 100 }).toBuffer();
}
