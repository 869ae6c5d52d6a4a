import createBidi from 'bidi-js';
import { type Fonts, unitsPerEm } from './fonts.ts';

export type Glyph = {
  /** An SVG path with y upwards, empty for a space. */
  readonly outline: string;
  readonly advance: number;
  /** The characters it stands for. Empty for the further glyphs of a character. */
  readonly text: string;
};

export type PlacedGlyph = Glyph & { readonly x: number; readonly y: number };

/** A line of text, its glyphs from left to right, in thousandths of the font size. */
export type TypesetLine = {
  readonly text: string;
  readonly glyphs: readonly PlacedGlyph[];
  readonly width: number;
};

type Direction = 'ltr' | 'rtl';
type Style = { readonly weight: number; readonly direction: Direction };
/** `file` is empty for characters without a glyph. */
type Run = { readonly text: string; readonly file: string; readonly level: number };

const bidi = createBidi();
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const words = new Intl.Segmenter(undefined, { granularity: 'word' });
/** Joiners, variation selectors and marks of direction, which need no glyph. */
const invisible = /^\p{Default_Ignorable_Code_Point}$/u;

/** Typesets a text on one line. Characters that no font has are written as their code, `[U+1F600]`. */
export function typeset(fonts: Fonts, text: string, weight = 400): TypesetLine {
  return typesetLine(fonts, text.replace(/\s/g, ' '), { weight, direction: directionOf(text) });
}

/** Breaks a text into lines of about this width: between words, and within a word only if it is wider than a line. */
export function typesetLines(fonts: Fonts, text: string, width: number, weight = 400): readonly TypesetLine[] {
  return text.split('\n').flatMap((written) => {
    const paragraph = written.replace(/\s/g, ' ');
    const style = { weight, direction: directionOf(paragraph) };
    return breakLines(paragraph, width, (part) => measure(fonts, part, style)).map((line) =>
      typesetLine(fonts, line, style),
    );
  });
}

function directionOf(text: string): Direction {
  return (bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0) % 2 === 1 ? 'rtl' : 'ltr';
}

/** Measures each word once, and each character of a word that is wider than a line, whatever the text. */
function breakLines(paragraph: string, width: number, measure: (part: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  let lineWidth = 0;
  const add = (part: string, partWidth: number) => {
    if (line !== '' && lineWidth + partWidth > width) {
      lines.push(line.trimEnd());
      line = '';
      lineWidth = 0;
    }
    line += part;
    lineWidth += partWidth;
  };
  for (const word of unbreakable(paragraph)) {
    const bare = word.trimEnd();
    const bareWidth = measure(bare);
    if (bareWidth <= width) add(bare, bareWidth);
    else for (const { segment } of graphemes.segment(bare)) add(segment, measure(segment));
    const spaces = word.slice(bare.length);
    line += spaces;
    lineWidth += measure(spaces);
  }
  return [...lines, line.trimEnd()];
}

/** Words, each with the punctuation and spaces that follow it. */
function unbreakable(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (const { index, isWordLike } of words.segment(text)) {
    const before = text.slice(Math.max(0, index - 2), index);
    if (index === 0 || !isWordLike || !/\s$|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]$/u.test(before)) continue;
    parts.push(text.slice(start, index));
    start = index;
  }
  return [...parts, text.slice(start)];
}

/** The width of a text without drawing its glyphs. */
function measure(fonts: Fonts, text: string, { weight, direction }: Style): number {
  return splitRuns(fonts, text, direction)
    .flatMap((run) => shape(fonts, run, weight).positions)
    .reduce((sum, { xAdvance = 0 }) => sum + xAdvance, 0);
}

function typesetLine(fonts: Fonts, text: string, { weight, direction }: Style): TypesetLine {
  const glyphs: PlacedGlyph[] = [];
  let x = 0;
  for (const run of inVisualOrder(splitRuns(fonts, text, direction))) {
    for (const { xOffset, yOffset, ...glyph } of drawRun(fonts, run, weight)) {
      glyphs.push({ ...glyph, x: x + xOffset, y: yOffset });
      x += glyph.advance;
    }
  }
  return { text, glyphs, width: x };
}

/** Splits a line where font or direction change, and replaces what no font has. */
function splitRuns(fonts: Fonts, line: string, direction: Direction): Run[] {
  const pieces = [...graphemes.segment(line)].flatMap(({ segment }) => findFonts(fonts, segment));
  const { levels } = bidi.getEmbeddingLevels(pieces.map(({ text }) => text).join(''), direction);
  const runs: Run[] = [];
  let index = 0;
  for (const { text, file } of pieces) {
    const level = levels[index] ?? 0;
    index += text.length;
    const last = runs.at(-1);
    if (last?.file === file && last.level === level) runs[runs.length - 1] = { ...last, text: last.text + text };
    else runs.push({ text, file, level });
  }
  return runs;
}

/** The font of a character as readers see it, or else of each of its parts. */
function findFonts(fonts: Fonts, text: string): { readonly text: string; readonly file: string }[] {
  const characters = [...text];
  const visible = characters.filter((each) => !invisible.test(each)).map((each) => each.codePointAt(0) ?? 0);
  if (visible.length === 0) return [{ text, file: '' }];
  const file = fonts.findFile(visible);
  if (file !== undefined) return [{ text, file }];
  if (characters.length > 1) return characters.flatMap((each) => findFonts(fonts, each));
  const code = visible.map((each) => each.toString(16).toUpperCase().padStart(4, '0')).join('');
  return [...`[U+${code}]`].flatMap((each) => findFonts(fonts, each));
}

/** The rule L2 of Unicode's bidirectional algorithm: from the deepest level, each range of deeper runs is reversed. */
function inVisualOrder(runs: readonly Run[]): readonly Run[] {
  const ordered = [...runs];
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level -= 1) {
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start;
      while ((ordered[end]?.level ?? -1) >= level) end += 1;
      ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = Math.max(start, end);
    }
  }
  return ordered;
}

/** The glyphs of a run from left to right, and where each stands. */
function shape(fonts: Fonts, { text, file, level }: Run, weight: number) {
  if (file === '') return { infos: [], positions: [] };
  const { Buffer, Direction, shape: shapeBuffer } = fonts.harfBuzz;
  const buffer = new Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(level % 2 === 1 ? Direction.RTL : Direction.LTR);
  shapeBuffer(fonts.getFont(file, weight), buffer);
  return { infos: buffer.getGlyphInfos(), positions: buffer.getGlyphPositions() };
}

type Drawn = Glyph & { readonly xOffset: number; readonly yOffset: number };

function drawRun(fonts: Fonts, run: Run, weight: number): readonly Drawn[] {
  const { infos, positions } = shape(fonts, run, weight);
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].toSorted((a, b) => a - b);
  const ends = new Map(starts.map((start, index) => [start, starts[index + 1]]));
  /** Of several glyphs for one character, the widest stands for it: the letter rather than its marks. */
  const mains = new Map<number, number>();
  for (const [index, { cluster }] of infos.entries()) {
    const main = mains.get(cluster);
    const advance = positions[index]?.xAdvance ?? 0;
    if (main === undefined || advance > (positions[main]?.xAdvance ?? 0)) mains.set(cluster, index);
  }
  return infos.map(({ codepoint, cluster }, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    return {
      outline: fonts.getFont(run.file, weight).glyphToPath(codepoint),
      advance: xAdvance,
      text: mains.get(cluster) === index ? run.text.slice(cluster, ends.get(cluster)) : '',
      ...{ xOffset, yOffset },
    };
  });
}

export type OutlineStep = { readonly command: string; readonly numbers: readonly number[] };

/** The steps `M`, `L`, `Q`, `C` and `Z` of an outline. */
export function readOutline(outline: string): readonly OutlineStep[] {
  return outline
    .split(/(?=[MLQCZ])/)
    .filter((part) => part !== '')
    .map((part) => ({
      command: part.slice(0, 1),
      numbers: part.length === 1 ? [] : part.slice(1).split(/[ ,]/).map(Number),
    }));
}

/** One SVG path of a line, its baseline at y = 0 and y downwards. @param size in pixels */
export function toSvgPath({ glyphs }: TypesetLine, size: number): string {
  const scale = size / unitsPerEm;
  const place =
    ({ x, y }: PlacedGlyph) =>
    (value: number, index: number) =>
      ((index % 2 === 0 ? x + value : -y - value) * scale).toFixed(2);
  return glyphs
    .flatMap((glyph) =>
      readOutline(glyph.outline).map(({ command, numbers }) => command + numbers.map(place(glyph)).join(' ')),
    )
    .join('');
}
