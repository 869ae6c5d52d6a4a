/**
 * No language puts more signs on a letter: Tibetan and fully pointed Hebrew have up to eight. Piled up, they cover what
 * stands around them and take long to draw.
 */
const maxMarks = 10;

/** Joiners and the like count, because marks go on behind them. */
const tooMany = new RegExp(`([\\p{M}\\p{Cf}]{${maxMarks}})[\\p{M}\\p{Cf}]+`, 'gu');

/** A text without the marks that a letter has beyond the limit. */
export const withFewMarks = (text: string): string => text.replace(tooMany, '$1');

export const hasTooManyMarks = (text: string): boolean => withFewMarks(text) !== text;
