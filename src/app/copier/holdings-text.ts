import { signedText } from '#lib/signed-text.ts';
import { contractName } from '#shared/exchange/contract-month.ts';
import type { CopierAccount } from './stores/copier.ts';
import type { CopierTexts } from './texts.ts';

/** Positions as text, such as "ESZ6 +2, MESZ6 −5", or that the account is flat. */
export function holdingsText(positions: CopierAccount['positions'], { strings, locale }: CopierTexts): string {
  if (positions.length === 0) return strings.flat;
  return positions
    .map(({ instrument, month, quantity }) => `${contractName(instrument, month)} ${signedText(quantity, locale)}`)
    .join(', ');
}
