export type NewsletterProblem =
  | { readonly kind: 'captcha' | 'consent' | 'passwords' }
  | { readonly kind: 'required'; readonly field: string };

/** The form's values by request field name. Passwords are checked if present. */
export type NewsletterValues = {
  readonly email: string;
  readonly termsUse: 0 | 1;
  /** Optional. */
  readonly share?: 0 | 1;
  readonly password?: string;
  readonly confirm_password?: string;
};

/** `confirm_password` → `Confirm password`. */
export function fieldName(field: string): string {
  const label = field.replaceAll('_', ' ');
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** All errors of the form, in the order they are shown. */
export function checkNewsletter(values: NewsletterValues, captcha: string): readonly NewsletterProblem[] {
  const empty = Object.entries(values).filter(([, value]) => String(value).trim() === '');
  return [
    ...(captcha === '' ? [{ kind: 'captcha' } as const] : []),
    ...empty.map(([field]) => ({ kind: 'required', field }) as const),
    ...(values.termsUse === 1 ? [] : [{ kind: 'consent' } as const]),
    ...(values.password === values.confirm_password ? [] : [{ kind: 'passwords' } as const]),
  ];
}
