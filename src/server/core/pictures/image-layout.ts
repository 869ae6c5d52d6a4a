import { libraries } from '#server/core/libraries.ts';
import { sans } from '#server/core/typesetting/sans.ts';

export const sansFonts = [
  { name: 'Instrument Sans', data: sans.regular, weight: 400, style: 'normal' },
  { name: 'Instrument Sans', data: sans.bold, weight: 600, style: 'normal' },
] as const;

export function box(style: Readonly<Record<string, string | number>>, children: unknown): object {
  return { type: 'div', props: { style: { display: 'flex', ...style }, children } };
}

export async function toPng(svg: string): Promise<Buffer> {
  const sharp = await libraries.sharp();
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true, quality: 100 }).toBuffer();
}
