import { inflateSync } from 'node:zlib';

/**
 * What a PDF can do besides showing pages and linking to them: actions, scripts, forms that send, other files inside.
 * An encrypted file could hide any of these.
 */
const activeNames =
  /\/(?:JavaScript|Launch|EmbeddedFiles?|FileAttachment|Filespec|Collection|RichMedia|Rendition|Movie|Sound|XFA|SubmitForm|ImportData|GoToE|GoToR|Encrypt)(?![A-Za-z0-9])/;

const [hash] = Buffer.from('#');

/** All objects of a document together; statements and scans stay far below. */
const maxObjectBytes = 20_000_000;
/** A stream's dictionary stands directly before it. */
const maxDictionaryBytes = 1_000;

/** Names may be written with escapes, as in /J#61vaScript. In bytes, because a file may be nothing but escapes. */
function resolveEscapes(bytes: Buffer): Buffer {
  const plain = Buffer.alloc(bytes.length);
  let length = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const digits = bytes[index] === hash ? bytes.toString('latin1', index + 1, index + 3) : '';
    const isEscape = /^[0-9a-f]{2}$/i.test(digits);
    plain[length] = isEscape ? Number.parseInt(digits, 16) : (bytes[index] ?? 0);
    length += 1;
    if (isEscape) index += 2;
  }
  return plain.subarray(0, length);
}

function hasActiveName(bytes: Buffer): boolean {
  return activeNames.test(bytes.toString('latin1')) || activeNames.test(resolveEscapes(bytes).toString('latin1'));
}

/** Whether a PDF is active, or compresses its objects in a way that hides whether it is. */
export function isActivePdf(bytes: Buffer): boolean {
  if (hasActiveName(bytes)) return true;
  const text = bytes.toString('latin1');
  let remaining = maxObjectBytes;
  for (const { index, 0: keyword } of text.matchAll(/\bstream\r?\n/g)) {
    const before = text.slice(Math.max(0, index - maxDictionaryBytes), index);
    const dictionary = before.slice(before.lastIndexOf(' obj') + 1);
    if (!/\/ObjStm\b/.test(dictionary)) continue;
    if (
      !/\/FlateDecode\b/.test(dictionary) ||
      /\/(?:LZW|ASCII85|ASCIIHex|RunLength)Decode|\/Predictor\b/.test(dictionary)
    )
      return true;
    try {
      // A document's end marker or line break after the data doesn't belong to it.
      const objects = inflateSync(bytes.subarray(index + keyword.length), { maxOutputLength: remaining });
      remaining -= objects.length;
      if (hasActiveName(objects)) return true;
    } catch {
      return true;
    }
  }
  return false;
}
