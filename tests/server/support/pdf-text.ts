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

/** A PDF's text, with its lines joined by spaces. */
export function textOf(pdf: Buffer): string {
  const objects = new Map(
    [...pdf.toString('latin1').matchAll(/^(\d+) 0 obj\r?\n([\s\S]*?)endobj/gm)].map(([, id = '', body = '']) => [
      id,
      body,
    ]),
  );
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
  for (const [, name, parts = ''] of streamsOf(pdf).matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\]\s*TJ/g)) {
    if (name !== undefined) font = fonts.get(name);
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
