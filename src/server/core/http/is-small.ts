import { MIMEType } from 'node:util';

/** The largest form has a few hundred values, and each costs time to parse and a message if it is invalid. */
export const maxValues = 1_000;
/** No form nests this deeply, and checking one that does would overflow the stack. */
const maxDepth = 64;
/** Of one part of a form: its name, its file's name and its type. */
const maxPartHeaderBytes = 2_000;

const [quote, backslash, comma, bracket, closingBracket, brace, closingBrace] = Buffer.from('"\\,[]{}');

/** Whether a JSON text has few values and levels, found out without building any of them. */
export function isSmallJson(text: string): boolean {
  let [depth, values, isText] = [0, 1, false];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === quote) isText = !isText;
    else if (isText) index += code === backslash ? 1 : 0;
    else if (code === comma) values += 1;
    else if (code === bracket || code === brace) [depth, values] = [depth + 1, values + 1];
    else if (code === closingBracket || code === closingBrace) depth -= 1;
    if (depth > maxDepth || values > maxValues) return false;
  }
  return true;
}

/** Whether a posted form of this type has few fields with short names, found out without building any of them. */
export function isSmallForm(bytes: Buffer, type: string): boolean {
  const { essence, params } = new MIMEType(type);
  const isMultipart = essence === 'multipart/form-data';
  const separator = isMultipart ? `--${params.get('boundary') ?? ''}` : '&';
  let values = 0;
  for (let at = bytes.indexOf(separator); at !== -1; at = bytes.indexOf(separator, at + separator.length)) {
    values += 1;
    if (values > maxValues) return false;
    if (!isMultipart) continue;
    const start = at + separator.length;
    const header = bytes.subarray(start, start + maxPartHeaderBytes);
    if (header.length === maxPartHeaderBytes && !header.includes('\r\n\r\n')) return false;
  }
  return true;
}
