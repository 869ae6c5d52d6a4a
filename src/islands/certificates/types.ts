import type calls from '../../../public/locales/en/calls.json';
import type certificates from '../../../public/locales/en/certificates.json';
import type { Locale } from '../../i18n/locales.ts';
import type { Certificate } from '../../stores/certificates.ts';

export type CertificateStrings = typeof certificates;

export type CertificatesProps = {
  readonly locale: Locale;
  readonly calls: typeof calls;
  readonly strings: CertificateStrings;
  readonly programmeNames: Readonly<Record<Certificate['programme'], string>>;
};
