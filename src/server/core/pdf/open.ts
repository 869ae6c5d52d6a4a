import { drawingLibraries } from '../libraries.ts';
import { type Fonts, openFonts } from '../typesetting/fonts.ts';
import { PdfGlyphs } from '../typesetting/pdf-glyphs.ts';
import { sans } from '../typesetting/sans.ts';

export type Pdf = PDFKit.PDFDocument;

export type OpenPdf = { readonly pdf: Pdf; finish(): Promise<Buffer> };

type Scripts = { readonly fonts: Fonts; readonly glyphs: PdfGlyphs };

/** What writes text beyond Western Europe, for each open PDF. */
const scripts = new WeakMap<Pdf, Scripts>();

/** Opens a PDF with the fonts `regular` and `bold` that can show text in any script. Equal content gives equal bytes. */
export async function openPdf(options: PDFKit.PDFDocumentOptions): Promise<OpenPdf> {
  const [PDFDocument, fonts] = await Promise.all([drawingLibraries.pdfkit(), openFonts()]);
  const pdf = new PDFDocument({ pdfVersion: '1.7', displayTitle: true, ...options });
  for (const [name, font] of Object.entries(sans)) pdf.registerFont(name, font);
  const glyphs = new PdfGlyphs(pdf);
  scripts.set(pdf, { fonts, glyphs });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject));
  return {
    pdf,
    async finish() {
      glyphs.end();
      pdf.end();
      await done;
      return Buffer.concat(chunks);
    },
  };
}

/** @throws {Error} for a PDF that `openPdf` didn't open */
export function scriptsOf(pdf: Pdf): Scripts {
  const found = scripts.get(pdf);
  if (!found) throw new Error('The PDF can show no text beyond Western Europe');
  return found;
}
