import { unitsPerEm } from './fonts.ts';
import { type Glyph, readOutline, type TypesetLine } from './typeset.ts';

/** A font of a PDF addresses its glyphs by one byte. */
const glyphsPerFont = 256;

type PdfFont = { readonly name: string; readonly reference: PDFKit.PDFKitReference; readonly glyphs: Glyph[] };

/**
 * Text in a PDF that its standard fonts can't write. Glyphs come typeset, so each becomes a drawing of a Type 3 font
 * that names the characters it stands for: readers can search and copy the text in any script.
 */
export class PdfGlyphs {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #fonts: PdfFont[] = [];
  readonly #codes = new Map<string, { readonly font: PdfFont; readonly code: number }>();

  constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf;
  }

  /** Writes a line in the current fill color. @param x and @param y where its baseline starts, in points from the top left */
  write({ glyphs, text }: TypesetLine, x: number, y: number, size: number): void {
    const pdf = this.#pdf;
    const scale = size / unitsPerEm;
    // The original text in its own order, whatever the order in which glyphs are drawn.
    pdf.save().transform(1, 0, 0, -1, 0, pdf.page.height).markContent('Span', { actual: text });
    pdf.addContent('BT');
    for (const glyph of glyphs) {
      const { font, code } = this.#encode(glyph);
      pdf.page.fonts[font.name] = font.reference;
      const [left, bottom] = [x + glyph.x * scale, pdf.page.height - y + glyph.y * scale];
      pdf.addContent(`/${font.name} ${round(size)} Tf 1 0 0 1 ${round(left)} ${round(bottom)} Tm <${hex(code, 2)}> Tj`);
    }
    pdf.addContent('ET').endMarkedContent().restore();
  }

  /** Writes the fonts into the PDF, before it ends. */
  end(): void {
    for (const font of this.#fonts) this.#finish(font);
  }

  #encode(glyph: Glyph) {
    const key = `${glyph.text} ${glyph.advance} ${glyph.outline}`;
    const known = this.#codes.get(key);
    if (known) return known;
    let font = this.#fonts.at(-1);
    if (!font || font.glyphs.length === glyphsPerFont) {
      font = { name: `Noto${this.#fonts.length + 1}`, reference: this.#pdf.ref({}), glyphs: [] };
      this.#fonts.push(font);
    }
    const encoded = { font, code: font.glyphs.length };
    font.glyphs.push(glyph);
    this.#codes.set(key, encoded);
    return encoded;
  }

  #finish({ name, reference, glyphs }: PdfFont): void {
    const names = glyphs.map((_, code) => `g${code}`);
    const drawings = glyphs.map((glyph) => this.#stream(draw(glyph)));
    Object.assign(reference.data, {
      Type: 'Font',
      Subtype: 'Type3',
      Name: name,
      FontBBox: [0, 0, 0, 0],
      FontMatrix: [1 / unitsPerEm, 0, 0, 1 / unitsPerEm, 0, 0],
      FirstChar: 0,
      LastChar: glyphs.length - 1,
      Widths: glyphs.map(({ advance }) => advance),
      Resources: {},
      Encoding: { Type: 'Encoding', Differences: [0, ...names] },
      CharProcs: Object.fromEntries(names.map((each, code) => [each, drawings[code]])),
      ToUnicode: this.#stream(mapToUnicode(name, glyphs)),
    });
    reference.end(undefined);
  }

  #stream(content: string): PDFKit.PDFKitReference {
    const stream = this.#pdf.ref({});
    stream.write(content);
    stream.end(undefined);
    return stream;
  }
}

/** PDF has no quadratic curves, and only straight lines and cubic ones need no converting. */
function draw({ outline, advance }: Glyph): string {
  let [fromX, fromY] = [0, 0];
  const steps = readOutline(outline).map(({ command, numbers }) => {
    if (command === 'Z') return 'h';
    const [cx = 0, cy = 0, qx = 0, qy = 0] = numbers;
    const points =
      command === 'Q'
        ? [
            fromX + (2 / 3) * (cx - fromX),
            fromY + (2 / 3) * (cy - fromY),
            qx + (2 / 3) * (cx - qx),
            qy + (2 / 3) * (cy - qy),
            qx,
            qy,
          ]
        : numbers;
    [fromX = 0, fromY = 0] = points.slice(-2);
    return `${points.map(round).join(' ')} ${{ M: 'm', L: 'l' }[command] ?? 'c'}`;
  });
  // `d1` without a box: the glyph takes the color of the text.
  return `${round(advance)} 0 -1000 -1000 4000 2000 d1\n${steps.join('\n')}${steps.length > 0 ? '\nf' : ''}`;
}

function mapToUnicode(name: string, glyphs: readonly Glyph[]): string {
  const lines = glyphs.flatMap(({ text }, code) => (text === '' ? [] : [`<${hex(code, 2)}> <${utf16(text)}>`]));
  // A block of a map has at most 100 lines.
  const blocks = Array.from({ length: Math.ceil(lines.length / 100) }, (_, index) =>
    lines.slice(index * 100, index * 100 + 100),
  );
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    `/CMapName /${name} def /CMapType 2 def`,
    '1 begincodespacerange <00> <ff> endcodespacerange',
    ...blocks.map((block) => `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`),
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
}

const round = (value: number) => Number(value.toFixed(3)).toString();
const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
const utf16 = (text: string) =>
  Array.from({ length: text.length }, (_, index) => hex(text.charCodeAt(index), 4)).join('');
