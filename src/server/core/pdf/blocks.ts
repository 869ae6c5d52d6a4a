import { documentColors as colors } from '../pictures/document-style.ts';
import type { Pdf } from './open.ts';
import { contentOf, drawLine, startNewPageBefore } from './page.ts';
import { type LaidOutText, layOut, layOutPieces, stack, type TextStyle, textSize, widthOf } from './text.ts';

const gap = 16;
const rowPadding = 6;
const labelStyle = { size: 9, color: colors.muted } as const;

type Placed = { readonly x: number; readonly block: LaidOutText };

/** Draws blocks beside each other, on a new page if they don't fit, and goes on below the highest. */
function drawBeside(pdf: Pdf, placed: readonly Placed[], top = pdf.y): void {
  for (const { x, block } of placed) block.draw(x, top);
  pdf.y = top + heightOf(placed);
}

const heightOf = (placed: readonly Placed[]) => Math.max(...placed.map(({ block }) => block.height));

export type Fact = { readonly label: string; readonly value: string };

/** A strip between two hairlines; the first fact is the document's answer, and large. */
export function writeFacts(pdf: Pdf, [answer, ...others]: readonly [Fact, ...Fact[]]): void {
  const { left, width } = contentOf(pdf);
  const large = { size: 28, weight: 'bold' } as const;
  const natural = Math.max(widthOf(pdf, answer.value, large), widthOf(pdf, answer.label, labelStyle)) + 2;
  const answerWidth = Math.min(Math.max(natural, width * 0.3), width * 0.6);
  const otherWidth = (width - answerWidth - gap * others.length) / Math.max(1, others.length);
  const fact = ({ label, value }: Fact, factWidth: number, style: TextStyle) =>
    stack([layOut(pdf, label, factWidth, labelStyle), layOut(pdf, value, factWidth, style)], 2);
  const placed = [
    { x: left, block: fact(answer, answerWidth, large) },
    ...others.map((other, index) => ({
      x: left + answerWidth + gap + index * (otherWidth + gap),
      block: fact(other, otherWidth, { size: 11, weight: 'bold' }),
    })),
  ];
  startNewPageBefore(pdf, heightOf(placed) + 28);
  drawLine(pdf, pdf.y);
  drawBeside(pdf, placed, pdf.y + 12);
  pdf.y += 12;
  drawLine(pdf, pdf.y);
  pdf.y += 20;
}

export type TextColumn = { readonly label: string; readonly lines: readonly string[] };

/** Columns of one width with a label above the lines of each, such as seller and buyer. */
export function writeColumns(pdf: Pdf, columns: readonly TextColumn[]): void {
  const { left, width } = contentOf(pdf);
  const columnWidth = (width - gap * (columns.length - 1)) / columns.length;
  const placed = columns.map(({ label, lines }, index) => ({
    x: left + index * (columnWidth + gap),
    block: stack([
      layOut(pdf, label, columnWidth, labelStyle),
      ...lines.map((line, row) => layOut(pdf, line, columnWidth, row === 0 ? { weight: 'bold' } : {})),
    ]),
  }));
  startNewPageBefore(pdf, heightOf(placed));
  drawBeside(pdf, placed);
  pdf.y += 22;
}

export function writeRow(pdf: Pdf, label: string, value: string, strong = false): void {
  const weight = strong ? 'bold' : 'regular';
  const { width } = contentOf(pdf);
  const labelWidth = width * 0.45;
  writeCells(pdf, [
    { text: label, width: labelWidth, style: { weight } },
    { text: value, width: width - labelWidth, style: { weight, align: 'right' } },
  ]);
}

/** Writes a row below a hairline with the term in the first column and what it says in the second. */
export function writeDetail(pdf: Pdf, term: string, text: string, style: TextStyle = {}): void {
  const { width } = contentOf(pdf);
  writeCells(pdf, [
    { text: term, width: termWidth, style: { color: colors.muted } },
    { text, width: width - termWidth, style },
  ]);
}

const termWidth = 148;

/** Writes paragraphs beside their heading, which hangs in the first column of `writeDetail`. */
export function writeSection(pdf: Pdf, heading: string, paragraphs: readonly string[]): void {
  const { left, width } = contentOf(pdf);
  const title = layOut(pdf, heading, termWidth - gap, { weight: 'bold' });
  startNewPageBefore(pdf, Math.max(title.height, 4 * textSize * 1.45));
  const top = pdf.y;
  title.draw(left, top);
  pdf.y = top;
  for (const text of paragraphs) writeFlowing(pdf, text, left + termWidth, width - termWidth);
  pdf.y += 8;
}

/** Writes a text over the whole width; one that doesn't fit the page goes on in the next. */
export function writeParagraph(pdf: Pdf, text: string, style: TextStyle = { color: colors.muted }): void {
  const { left, width } = contentOf(pdf);
  writeFlowing(pdf, text, left, width, style);
}

/** Starts a new page first if little of the text would fit. */
function writeFlowing(pdf: Pdf, text: string, x: number, width: number, style: TextStyle = {}): void {
  for (const piece of layOutPieces(pdf, text, width, style)) {
    startNewPageBefore(pdf, Math.min(piece.height, 3 * textSize * 1.45));
    piece.draw(x, pdf.y);
  }
  pdf.y += 6;
}

/** A SHA-256 on one line. */
export function writeHash(pdf: Pdf, hash: string): void {
  writeDetail(pdf, 'SHA-256', hash, { size: 8.5 });
}

export function writeHeading(pdf: Pdf, text: string, heightOfNext = 40): void {
  const { left, width } = contentOf(pdf);
  const block = layOut(pdf, text, width, { size: 13, weight: 'bold' });
  startNewPageBefore(pdf, block.height + heightOfNext + 24);
  const top = pdf.y + 16;
  block.draw(left, top);
  pdf.y = top + block.height + 6;
}

type Cell = { readonly text: string; readonly note?: string; readonly width: number; readonly style: TextStyle };

function writeCells(pdf: Pdf, cells: readonly Cell[], beforePage?: () => void): void {
  const { left } = contentOf(pdf);
  let x = left;
  const placed = cells.map(({ text, note = '', width, style }) => {
    const cellWidth = width - (style.align === 'right' ? 0 : gap);
    const blocks = [layOut(pdf, text, cellWidth, style)];
    if (note !== '') blocks.push(layOut(pdf, note, cellWidth, labelStyle));
    const cell = { x, block: stack(blocks) };
    x += width;
    return cell;
  });
  if (startNewPageBefore(pdf, heightOf(placed) + 2 * rowPadding)) beforePage?.();
  drawLine(pdf, pdf.y);
  drawBeside(pdf, placed, pdf.y + rowPadding);
  pdf.y += rowPadding;
}

/** `share` of the width; amounts are at the end of their column. */
export type TableColumn = { readonly label: string; readonly share: number; readonly isAmount?: boolean };
export type TableCell = string | { readonly text: string; readonly note: string };

/** A table whose header is repeated on each page, with its total in bold. */
export function writeTable(
  pdf: Pdf,
  columns: readonly TableColumn[],
  rows: readonly (readonly TableCell[])[],
  total?: readonly TableCell[],
): void {
  const { width } = contentOf(pdf);
  const cellsOf = (values: readonly TableCell[], style: TextStyle): Cell[] =>
    columns.map(({ share, isAmount }, index) => ({
      ...toCell(values[index] ?? ''),
      width: share * width,
      style: { ...style, align: isAmount ? 'right' : 'left' },
    }));
  const labels = columns.map(({ label }) => label);
  const writeHeader = () => writeCells(pdf, cellsOf(labels, labelStyle));
  startNewPageBefore(pdf, 70);
  writeHeader();
  for (const row of rows) writeCells(pdf, cellsOf(row, {}), writeHeader);
  if (total) writeCells(pdf, cellsOf(total, { weight: 'bold' }), writeHeader);
}

const toCell = (cell: TableCell) => (typeof cell === 'string' ? { text: cell } : cell);
