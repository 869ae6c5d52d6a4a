/** The estimated width in pixels of a text in Instrument Sans, 12 px semibold; rather too wide than too narrow. */
export function textWidth(text: string): number {
  return Math.ceil(text.length * 6.1);
}

/** Wraps a text between words. A single word that is too long isn't broken. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && textWidth(`${line} ${word}`) <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
