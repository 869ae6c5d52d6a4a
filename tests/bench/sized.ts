/** Whether each part only shows that it still runs, which takes seconds. */
export const isShort = process.argv.includes('--short');

/** A part's usual size, or with `--short` the smallest that still runs all of it. */
export const sized = <Size>(usual: Size, short: Size): Size => (isShort ? short : usual);

/** Passes `--short` on to a part's own processes. */
export const shortArgument: readonly string[] = isShort ? ['--short'] : [];
