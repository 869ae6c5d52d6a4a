import type { Locale } from '#i18n/locales.ts';
import type calls from '#locales/en/calls.json';
import type certificates from '#locales/en/certificates.json';
import type { Certificate } from './stores/certificates.ts';

export type CertificateStrings = typeof certificates;

export type CertificatesProps = {
  readonly locale: Locale;
  readonly calls: typeof calls;
  readonly strings: CertificateStrings;
  readonly programNames: Readonly<Record<Certificate['program'], string>>;
};
