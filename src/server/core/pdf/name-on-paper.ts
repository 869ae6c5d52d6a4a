import { isSansText, printable } from '../typesetting/sans.ts';
import { type Pdf, scriptsOf } from './open.ts';

/** A name in Latin letters, and beside it the original if our fonts have its script. @param latin null for a Latin name */
export function nameOnPaper(pdf: Pdf, name: string, latin: string | null): string {
  if (latin === null) return name;
  const { fonts } = scriptsOf(pdf);
  const shown = printable(name);
  const isDrawn =
    isSansText(shown) || [...shown].every((each) => fonts.findFile([each.codePointAt(0) ?? 0]) !== undefined);
  return isDrawn ? `${latin} (${name})` : latin;
}
