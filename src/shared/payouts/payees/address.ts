/** A payee's address: the account holder's, which banks require for dollar transfers, or a tax form's. */
export type PayeeAddress = {
  readonly street: string;
  readonly city: string;
  readonly postCode: string;
  /** Two letters for the United States; empty elsewhere. */
  readonly state: string;
  /** ISO 3166-1. */
  readonly country: string;
};

export type AddressField = 'street' | 'city' | 'post_code' | 'state' | 'country';

export type AddressForm = Partial<Readonly<Record<AddressField, string | undefined>>>;

/** Validates an address. `problems` maps each invalid field to a key of the `validation` strings. */
export function readAddress(form: AddressForm): {
  readonly address: PayeeAddress;
  readonly problems: Readonly<Partial<Record<AddressField, string>>>;
} {
  const text = (field: AddressField) => form[field]?.trim() ?? '';
  const country = text('country');
  const state = country === 'US' ? text('state').toUpperCase() : '';
  const isCode = (code: string) => /^[A-Z]{2}$/.test(code);
  return {
    address: { street: text('street'), city: text('city'), postCode: text('post_code'), state, country },
    problems: {
      ...(text('street') ? {} : { street: 'required' }),
      ...(text('city') ? {} : { city: 'required' }),
      ...(text('post_code') ? {} : { post_code: 'required' }),
      ...(isCode(country) ? {} : { country: 'required' }),
      ...(country === 'US' && !isCode(state) ? { state: 'us_state' } : {}),
    },
  };
}
