/** Pixels of a text in Instrument Sans at 12 px, half bold; a little too wide rather than too narrow. */
export function textWidth(text: string): number {
  return Math.ceil(text.length * 6.1);
}

/** Breaks a text between words so that each line fits; a single word that is too long stays whole. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && textWidth(`${line} ${word}`) <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
