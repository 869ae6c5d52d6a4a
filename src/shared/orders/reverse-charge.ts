const memberStates = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

/** The state that issued a VAT number. Greece writes EL, although its country code is GR. */
const stateOf = (vatNumber: string) => vatNumber.slice(0, 2).replace('EL', 'GR');

/** For VAT, Monaco is a part of France. */
const vatTerritory = (country: string) => (country === 'MC' ? 'FR' : country);

type Sale = { readonly country: string; readonly vatNumber: string | null; readonly sellerTaxNumber: string };

/**
 * Whether the buyer accounts for the VAT, so that a receipt contains none: a company with a valid number of its own
 * member state, which isn't the seller's (article 196 of Directive 2006/112/EC).
 */
export function isReverseCharged({ country, vatNumber, sellerTaxNumber }: Sale): boolean {
  if (vatNumber === null) return false;
  const state = stateOf(vatNumber);
  return memberStates.includes(state) && state === vatTerritory(country) && state !== stateOf(sellerTaxNumber);
}
