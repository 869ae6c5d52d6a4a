import sharp from 'sharp';
import { objectsOf, streamsOf, typesetLinesOf } from './pdf-text.ts';

/** A glyph as the PDF draws it: where it starts, the text it stands for, and its outline. */
export type DrawnGlyph = { readonly x: number; readonly text: string; readonly outline: string };

type DrawnLine = { readonly text: string; readonly size: number; readonly glyphs: readonly DrawnGlyph[] };

/** The lines of a PDF in fonts of their scripts, read from its drawing operations and its maps to Unicode. */
export function drawingsOf(pdf: Buffer): DrawnLine[] {
  const objects = objectsOf(pdf);
  const streamOf = (id: string) => streamsOf(Buffer.from(objects.get(id) ?? '', 'latin1'));
  const fonts = new Map(
    [...objects.values()]
      .filter((body) => body.includes('/Subtype /Type3'))
      .map((body) => {
        const drawings = [...body.matchAll(/\/g(\d+) (\d+) 0 R/g)].map(([, , id = '']) => streamOf(id));
        const unicode = streamOf(/\/ToUnicode (\d+) 0 R/.exec(body)?.[1] ?? '');
        const texts = [...unicode.matchAll(/^<([0-9a-f]{2})> <([0-9a-f]+)>$/gm)];
        const map = new Map(texts.map(([, code = '', text = '']) => [Number.parseInt(code, 16), decodeUtf16(text)]));
        return [/\/Name \/(\w+)/.exec(body)?.[1] ?? '', { drawings, map }] as const;
      }),
  );
  return typesetLinesOf(pdf).map(({ text, operations }) => {
    const shown = [...operations.matchAll(/\/(\w+) ([\d.]+) Tf 1 0 0 1 ([\d.-]+) ([\d.-]+) Tm <([0-9a-f]{2})> Tj/g)];
    const glyphs = shown.map(([, name = '', , x = '', , hex = '']) => {
      const code = Number.parseInt(hex, 16);
      const font = fonts.get(name);
      return { x: Number(x), text: font?.map.get(code) ?? '', outline: toSvg(font?.drawings[code] ?? '') };
    });
    return { text, size: Number(shown[0]?.[2] ?? 0), glyphs };
  });
}

const decodeUtf16 = (hex: string) => new TextDecoder('utf-16be').decode(Buffer.from(hex, 'hex'));

const commands: Readonly<Record<string, string>> = { m: 'M', l: 'L', c: 'C' };

/** `10 20 m` → `M10 20` */
const toSvg = (drawing: string) =>
  [...drawing.matchAll(/^(?:([\d.\- ]+) )?([mlch])$/gm)]
    .map(([, numbers = '', operator = '']) => `${commands[operator] ?? 'Z'}${numbers}`)
    .join('');

/** How many separate pieces of ink a line of glyphs has on paper: letters that join are one. */
export async function countPieces({ glyphs, size }: DrawnLine): Promise<number> {
  const left = Math.min(...glyphs.map(({ x }) => x));
  const paths = glyphs.map(
    ({ x, outline }) => `<path transform="translate(${((x - left) * 1_000) / size} 0)" d="${outline}"/>`,
  );
  const [width, height] = [1_600, 200];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="-100 -1300 16000 2000">
    <rect x="-100" y="-1300" width="16000" height="2000" fill="#fff"/><g transform="scale(1 -1)">${paths.join('')}</g></svg>`;
  const { data, info } = await sharp(Buffer.from(svg)).greyscale().raw().toBuffer({ resolveWithObject: true });
  const isInk = (index: number) => (data[index * info.channels] ?? 255) < 128;
  const seen = new Set<number>();
  let pieces = 0;
  for (let start = 0; start < width * height; start += 1) {
    if (!isInk(start) || seen.has(start)) continue;
    pieces += 1;
    const open = [start];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (seen.has(at) || !isInk(at)) continue;
      seen.add(at);
      open.push(at - 1, at + 1, at - width, at + width);
    }
  }
  return pieces;
}
