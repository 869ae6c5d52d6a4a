/**
 * Ten: no language puts more signs on a letter, as Tibetan and fully pointed Hebrew have up to eight. Piled up, they
 * cover what stands around them and take long to draw. Joiners and the like count, because marks go on behind them.
 */
const tooMany = /([\p{M}\p{Cf}]{10})[\p{M}\p{Cf}]+/gu;

/** A text without the marks that a letter has beyond the limit. */
export const withFewMarks = (text: string): string => text.replace(tooMany, '$1');

export const hasTooManyMarks = (text: string): boolean => withFewMarks(text) !== text;
