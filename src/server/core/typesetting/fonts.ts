import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as HarfBuzz from 'harfbuzzjs';
import { drawingLibraries } from '../libraries.ts';

const require = createRequire(import.meta.url);

/** In the order in which they are asked for a character. Each is split into files by ranges of characters. */
const families = [
  ...['noto-sans', 'noto-sans-arabic', 'noto-sans-hebrew', 'noto-sans-devanagari', 'noto-sans-thai'],
  ...['noto-sans-sc', 'noto-sans-jp', 'noto-sans-tc', 'noto-sans-kr', 'noto-sans-bengali', 'noto-sans-tamil'],
  ...['noto-sans-telugu', 'noto-sans-armenian', 'noto-sans-georgian'],
];

type FontFile = { readonly path: string; readonly ranges: readonly (readonly [number, number])[] };

type Woff2Decoder = {
  onRuntimeInitialized?: () => void;
  /** The plain font; false for bytes that aren't WOFF2. */
  decompress(bytes: Uint8Array): Uint8Array<ArrayBuffer> | false;
};

type Face = { readonly face: HarfBuzz.Face; readonly characters: ReadonlySet<number> };

/** More characters than a person meets in all their documents. */
const maxKnownFiles = 20_000;

/** Everything is in thousandths of the font size. */
export const unitsPerEm = 1_000;

/** The fonts for text beyond Western Europe. Each file is read when a text first needs it, and then kept. */
export class Fonts {
  readonly #families = new Map<string, readonly FontFile[]>();
  readonly #faces = new Map<string, Face>();
  readonly #fonts = new Map<string, HarfBuzz.Font>();
  readonly #files = new Map<string, string | undefined>();
  readonly harfBuzz: typeof HarfBuzz;
  readonly #decoder: Woff2Decoder;

  constructor(harfBuzz: typeof HarfBuzz, decoder: Woff2Decoder) {
    this.harfBuzz = harfBuzz;
    this.#decoder = decoder;
  }

  /** The file that draws all these characters as one; undefined if none does. */
  findFile(characters: readonly number[]): string | undefined {
    const key = characters.join();
    if (this.#files.has(key)) return this.#files.get(key);
    const file = this.#search(characters);
    if (this.#files.size < maxKnownFiles) this.#files.set(key, file);
    return file;
  }

  #search(characters: readonly number[]): string | undefined {
    for (const family of families) {
      for (const { path, ranges } of this.#filesOf(family)) {
        const isListed = characters.every((each) => ranges.some(([from, to]) => each >= from && each <= to));
        if (isListed && characters.every((each) => this.#read(path).characters.has(each))) return path;
      }
    }
    return undefined;
  }

  /** @param weight from 100 to 900 */
  getFont(path: string, weight: number): HarfBuzz.Font {
    const key = `${path} ${weight}`;
    const known = this.#fonts.get(key);
    if (known) return known;
    const font = new this.harfBuzz.Font(this.#read(path).face);
    font.setVariations([new this.harfBuzz.Variation('wght', weight)]);
    font.setScale(unitsPerEm, unitsPerEm);
    this.#fonts.set(key, font);
    return font;
  }

  #filesOf(family: string): readonly FontFile[] {
    const known = this.#families.get(family);
    if (known) return known;
    const folder = `@fontsource-variable/${family}`;
    const listed: Readonly<Record<string, string>> = require(`${folder}/unicode.json`);
    const files = Object.entries(listed).map(([name, ranges]) => ({
      path: `${folder}/files/${family}-${name.replace(/[[\]]/g, '')}-wght-normal.woff2`,
      ranges: ranges.split(',').map(readRange),
    }));
    this.#families.set(family, files);
    return files;
  }

  #read(path: string): Face {
    const known = this.#faces.get(path);
    if (known) return known;
    const bytes = this.#decoder.decompress(readFileSync(require.resolve(path)));
    if (bytes === false) throw new Error(`${path} is no WOFF2 font`);
    const face = new this.harfBuzz.Face(new this.harfBuzz.Blob(bytes));
    const read = { face, characters: new Set(face.collectUnicodes()) };
    this.#faces.set(path, read);
    return read;
  }
}

/** `U+0370-0377` or `U+037F`. */
function readRange(text: string): readonly [number, number] {
  const [from = 0, to = from] = text
    .replace('U+', '')
    .split('-')
    .map((hex) => Number.parseInt(hex, 16));
  return [from, to];
}

let opened: Promise<Fonts> | undefined;

/** Loads the shaping engine and the font decoder once. The fonts themselves wait for a text that needs them. */
export function openFonts(): Promise<Fonts> {
  opened ??= open();
  return opened;
}

async function open(): Promise<Fonts> {
  const harfBuzz = await drawingLibraries.harfBuzz();
  // The package's own function answers with a promise, and PDF text is written synchronously.
  const decoder: Woff2Decoder = require('wawoff2/build/decompress_binding.js');
  await new Promise<void>((resolve) => {
    decoder.onRuntimeInitialized = resolve;
  });
  return new Fonts(harfBuzz, decoder);
}
