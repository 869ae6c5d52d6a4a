import { documentColors } from '../pictures/document-style.ts';
import { unitsPerEm } from '../typesetting/fonts.ts';
import { isSansText, printable, sansAscent, sansLineHeight } from '../typesetting/sans.ts';
import { typesetLines } from '../typesetting/typeset.ts';
import { type Pdf, scriptsOf } from './open.ts';

export type TextStyle = {
  /** In points. */
  readonly size?: number;
  readonly weight?: 'regular' | 'bold';
  readonly color?: string;
  readonly align?: 'left' | 'right';
};

/** A text that has been measured and not drawn yet. */
export type LaidOutText = {
  readonly height: number;
  /** Draws it with its top left corner there, and goes on below it. */
  draw(x: number, y: number): void;
};

export const textSize = 10;
/** From this size on, lines and letters stand closer. */
const displaySize = 16;

/** Breaks a text into lines of this width in points, in the fonts of its scripts. */
export function layOut(pdf: Pdf, text: string, width: number, style: TextStyle = {}): LaidOutText {
  return stack(layOutPieces(pdf, text, width, style));
}

/** The same as pieces that may stand on different pages; the lines of Western Europe are one, which pdfkit splits. */
export function layOutPieces(pdf: Pdf, text: string, width: number, style: TextStyle): readonly LaidOutText[] {
  const { size = textSize, weight = 'regular', color = documentColors.text, align = 'left' } = style;
  const shown = printable(text);
  const lineHeight = size * (size < displaySize ? 1.45 : 1.15);
  if (!isSansText(shown)) {
    const { fonts, glyphs } = scriptsOf(pdf);
    const lines = typesetLines(fonts, shown, (width * unitsPerEm) / size, weight === 'bold' ? 600 : 400);
    return lines.map((line) => ({
      height: lineHeight,
      draw(x, y) {
        const left = align === 'left' ? x : x + width - (line.width * size) / unitsPerEm;
        pdf.fillColor(color);
        glyphs.write(line, left, y + size * sansAscent, size);
        pdf.y = y + lineHeight;
      },
    }));
  }
  const options = { ...lettersOf(size, align), width, align, lineGap: lineHeight - size * sansLineHeight };
  const height = pdf.font(weight).fontSize(size).heightOfString(shown, options);
  return [{ height, draw: (x, y) => pdf.font(weight).fontSize(size).fillColor(color).text(shown, x, y, options) }];
}

/** Blocks below each other, as one. */
export function stack(blocks: readonly LaidOutText[], between = 0): LaidOutText {
  return {
    height: blocks.reduce((sum, { height }) => sum + height, 0) + between * Math.max(0, blocks.length - 1),
    draw(x, y) {
      let top = y;
      for (const block of blocks) {
        block.draw(x, top);
        top += block.height + between;
      }
    },
  };
}

/** The width of a text of Western Europe on one line, in points. */
export function widthOf(pdf: Pdf, text: string, { size = textSize, weight = 'regular' }: TextStyle): number {
  return pdf.font(weight).fontSize(size).widthOfString(printable(text), lettersOf(size, 'left'));
}

/** Only amounts have figures of one width: pdfkit keeps no layout of words with features. */
const lettersOf = (size: number, align: 'left' | 'right'): PDFKit.Mixins.TextOptions => ({
  characterSpacing: size * (size < displaySize ? -0.005 : -0.03),
  ...(align === 'right' ? { features: ['tnum'] } : {}),
});
