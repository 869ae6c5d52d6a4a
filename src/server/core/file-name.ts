/** The longest file name of common file systems, in UTF-8. */
const maxNameBytes = 255;

/** What no file system or terminal takes or shows as it is: separators, controls, invisible and unassigned characters. */
const unusable = /[<>:"/\\|?*\p{Zl}\p{Zp}\p{Cc}\p{Co}\p{Cs}\p{Cn}]|(?![\u200c\u200d])\p{Cf}/gu;
/** Windows keeps these names for its devices, with any extension. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

const byteLength = (text: string) => new TextEncoder().encode(text).length;

/** Cuts a text between two characters as readers see them, so that no letter loses its accent. */
function cut(text: string, maxCharacters: number, maxBytes: number): string {
  let kept = '';
  let count = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    count += 1;
    if (count > maxCharacters || byteLength(kept + segment) > maxBytes) break;
    kept += segment;
  }
  return kept;
}

/**
 * A file name that every system can store and that shows itself as it is: one form of Unicode, no path, and an extension
 * that stays at the end whatever the direction of its letters.
 * @returns at most `maxCharacters`, or `otherwise` if nothing is left, before the extension
 */
export function cleanFileName(name: string, otherwise: string, maxCharacters = 120): string {
  const clean = name.toWellFormed().normalize('NFC').replace(/\s/g, ' ').replace(unusable, '');
  const dot = clean.lastIndexOf('.');
  const ending = dot >= 0 && /^\.[a-z0-9]{1,12}$/i.test(clean.slice(dot)) ? clean.slice(dot) : '';
  const words = (ending === '' ? clean : clean.slice(0, dot)).split(' ').filter((word) => word !== '');
  const stem = trimEnds(cut(trimEnds(words.join(' ')), maxCharacters, maxNameBytes - ending.length - 1));
  return (stem || otherwise).replace(reserved, '_$&') + ending;
}

/** Windows drops dots and spaces at the end, and a dot at the start hides a file. */
function trimEnds(text: string): string {
  return text.replace(/^[ .\u200c\u200d]+/, '').replace(/(?<![ .\u200c\u200d])[ .\u200c\u200d]+$/, '');
}

/**
 * The header that makes a response a download (RFC 6266). A name that is more than plain ASCII is sent twice: in UTF-8
 * (RFC 8187), and readable enough for clients that know only ASCII.
 */
export function contentDisposition(name: string): string {
  const clean = cleanFileName(name, 'file');
  const ascii = clean
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]|[%"\\]/gu, '_');
  const plain = `attachment; filename="${ascii}"`;
  return ascii === clean ? plain : `${plain}; filename*=UTF-8''${encodeExtended(clean)}`;
}

/** `encodeURIComponent` leaves four characters that RFC 8187 doesn't allow. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replace(/['()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
}
