/** A row of delimited text. `line` counts from 1; a quoted cell may continue on further lines. */
export type DelimitedRow = { readonly line: number; readonly cells: readonly string[] };

export type Separator = ',' | ';' | '\t' | '|';

/** An unclosed quote spans at most this many lines, so that one stray quote can't swallow a file. */
const maxQuotedLines = 20;

/** Yields the rows of a text, without empty lines. Cells are trimmed and unquoted (RFC 4180). */
export function* readDelimited(written: string, separator: Separator): Generator<DelimitedRow, void, undefined> {
  // Old Macs and some exports end lines with a carriage return alone.
  const text = written.includes('\n') ? written : written.replaceAll('\r', '\n');
  let start = text.startsWith('\uFEFF') ? 1 : 0;
  let line = 0;
  while (start < text.length) {
    line += 1;
    let end = lineEnd(text, start);
    const first = line;
    if (text.slice(start, end).includes('"')) {
      let further = 0;
      let until = end;
      while (hasOpenQuote(text, start, until) && until < text.length && further < maxQuotedLines) {
        until = lineEnd(text, until + 1);
        further += 1;
      }
      if (!hasOpenQuote(text, start, until)) {
        end = until;
        line += further;
      }
    }
    const content = text.slice(start, text[end - 1] === '\r' ? end - 1 : end);
    if (content.trim() !== '') yield { line: first, cells: splitCells(content, separator) };
    start = end + 1;
  }
}

function lineEnd(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at < 0 ? text.length : at;
}

function hasOpenQuote(text: string, from: number, until: number): boolean {
  let isOpen = false;
  for (let at = text.indexOf('"', from); at >= 0 && at < until; at = text.indexOf('"', at + 1)) isOpen = !isOpen;
  return isOpen;
}

function splitCells(content: string, separator: Separator): readonly string[] {
  if (!content.includes('"')) return content.split(separator).map((cell) => cell.trim());
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < content.length; at += 1) {
    const letter = content.charAt(at);
    if (isQuoted && letter === '"' && content[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (letter === '"' && (isQuoted || cell.trim() === '')) isQuoted = !isQuoted;
    else if (letter === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += letter;
  }
  cells.push(cell.trim());
  return cells;
}
