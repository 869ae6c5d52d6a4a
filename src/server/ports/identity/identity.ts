import type { IdentityEvent, IdentityProvider } from '../../../domain/payee/identity.ts';
import type { Locale } from '../../../i18n/locales.ts';

export type IdentityCheckRequest = {
  /** Ours; the provider sends it back with every message. */
  readonly checkId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly country: string;
  readonly locale: Locale;
  /** Where the provider's page sends the person afterwards. */
  readonly returnUrl: string;
};

/** `url` is the provider's page; null where the check happens on our own screen. */
export type IdentitySession = { readonly ref: string | null; readonly url: string | null };

/** Somebody who checks identities. */
export type Identity = {
  readonly provider: IdentityProvider;
  /** Opens a session for a check. @throws {ServiceError} 503 while the provider doesn't answer */
  start(request: IdentityCheckRequest): Promise<IdentitySession>;
  /**
   * The event of a webhook; null if it tells nothing about a check. The signature covers the raw bytes.
   * @throws {ServiceError} 401 for a wrong signature, 400 for a body that isn't the provider's
   */
  receive(
    headers: Headers,
    rawBody: string,
  ): Promise<{ readonly checkId: string; readonly event: IdentityEvent } | null>;
  /** The check's present state at the provider; null where there is none. @throws if the provider doesn't answer */
  fetch(check: { readonly id: string; readonly ref: string | null }): Promise<IdentityEvent | null>;
};
