import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';

/** All decompressed drawing operations and glyph-to-character maps of a PDF. */
export function streamsOf(pdf: Buffer): string {
  const text = pdf.toString('latin1');
  const streams = [...text.matchAll(/stream\r?\n([\s\S]*?)endstream/g)].map(([, body = '']) => {
    try {
      return inflateSync(Buffer.from(body, 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  });
  return streams.join('\n');
}

export const objectsOf = (pdf: Buffer): ReadonlyMap<string, string> =>
  new Map(
    [...pdf.toString('latin1').matchAll(/^(\d+) 0 obj\r?\n([\s\S]*?)endobj/gm)].map(([, id = '', body = '']) => [
      id,
      body,
    ]),
  );

/** A line in the fonts of its scripts: its text, and the operations that draw it. */
const typesetLine = /\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)\s*>> BDC([\s\S]*?)EMC/g;

function decodeActualText(literal: string): string {
  const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
  const bytes = literal.replace(/\\([\s\S])/g, (_, each: string) => escapes[each] ?? each);
  if (!bytes.startsWith('\xfe\xff')) return bytes;
  return new TextDecoder('utf-16be').decode(Buffer.from(bytes.slice(2), 'latin1'));
}

/** The lines in fonts of their scripts, in the order in which the PDF draws them. */
export const typesetLinesOf = (pdf: Buffer): { readonly text: string; readonly operations: string }[] =>
  [...streamsOf(pdf).matchAll(typesetLine)].map(([, text = '', operations = '']) => ({
    text: decodeActualText(text),
    operations,
  }));

/** What qpdf finds wrong with a PDF; nothing where Debian's package qpdf isn't installed. */
function faultsOf(pdf: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-pdf-'));
  writeFileSync(join(folder, 'checked.pdf'), pdf);
  const { status, error, stderr } = spawnSync('qpdf', ['--check', 'checked.pdf'], { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return error === undefined && status !== 0 ? stderr : '';
}

/** A PDF's text, with its lines joined by spaces. @throws {Error} for a PDF that qpdf refuses */
export function textOf(pdf: Buffer): string {
  const faults = faultsOf(pdf);
  if (faults !== '') throw new Error(faults);
  const objects = objectsOf(pdf);
  const reference = (body: string, key: string) => new RegExp(`/${key} (\\d+) 0 R`).exec(body)?.[1] ?? '';
  const fonts = new Map<string, readonly string[]>();
  for (const body of objects.values()) {
    for (const [, name = '', id = ''] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const unicode = objects.get(reference(objects.get(id) ?? '', 'ToUnicode'));
      if (unicode === undefined) continue;
      const mapping = streamsOf(Buffer.from(unicode, 'latin1'));
      const ranges = [...mapping.matchAll(/\[([^\]]*)\]/g)].map(([, codes = '']) => codes).join(' ');
      fonts.set(
        name,
        [...ranges.matchAll(/<([0-9a-f ]+)>/gi)].map(([, hex = '']) => decode(hex.replaceAll(' ', ''))),
      );
    }
  }
  let font: readonly string[] | undefined;
  const lines: string[] = [];
  const shows = new RegExp(`${typesetLine.source}|/(F\\d+) [\\d.]+ Tf|\\[([^\\]]*)\\]\\s*TJ`, 'g');
  for (const [, actual, , name, parts = ''] of streamsOf(pdf).matchAll(shows)) {
    if (actual !== undefined) lines.push(decodeActualText(actual));
    else if (name !== undefined) font = fonts.get(name);
    else lines.push([...parts.matchAll(/<([0-9a-f]*)>/gi)].map(([, hex = '']) => write(hex, font)).join(''));
  }
  return lines.join(' ').replaceAll(/\s+/g, ' ');
}

const numbersOf = (hex: string) => (hex.match(/.{4}/g) ?? []).map((digits) => Number.parseInt(digits, 16));
const decode = (hex: string) => String.fromCharCode(...numbersOf(hex));
/** The standard fonts have no map: each byte is a character of Windows-1252. */
const write = (hex: string, font: readonly string[] | undefined) =>
  font
    ? numbersOf(hex)
        .map((glyph) => font[glyph] ?? '')
        .join('')
    : new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex'));
