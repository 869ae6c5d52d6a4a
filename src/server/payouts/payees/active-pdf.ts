import { inflateSync } from 'node:zlib';

/**
 * What a PDF can do besides showing pages and linking to them: actions, scripts, forms that send, other files inside.
 * An encrypted file could hide any of these.
 */
const activeNames =
  /\/(?:JavaScript|Launch|EmbeddedFiles?|FileAttachment|Filespec|Collection|RichMedia|Rendition|Movie|Sound|XFA|SubmitForm|ImportData|GoToE|GoToR|Encrypt)(?![A-Za-z0-9])/;

/** All objects of a document together; statements and scans stay far below. */
const maxObjectBytes = 20_000_000;
/** A stream's dictionary stands directly before it. */
const maxDictionaryBytes = 1_000;

function hasActiveName(text: string): boolean {
  // Names may be written with escapes, as in /J#61vaScript.
  const plain = text.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return activeNames.test(text) || activeNames.test(plain);
}

/** Whether a PDF is active, or compresses its objects in a way that hides whether it is. */
export function isActivePdf(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  if (hasActiveName(text)) return true;
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
      if (hasActiveName(objects.toString('latin1'))) return true;
    } catch {
      return true;
    }
  }
  return false;
}
