/** Pixels of a text in Instrument Sans at 12 px, semibold; rounded up rather than down. */
export function textWidth(text: string): number {
  return Math.ceil(text.length * 6.1);
}

/** Wraps a text between words; a single word that is too long isn't broken. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && textWidth(`${line} ${word}`) <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
