import type { Locale } from '#i18n/locales.ts';
import { countryName } from '#lib/country-name.ts';
import { isNull, requireRow } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import { draw } from '#server/core/drawing/draw.ts';
import { getTranslate } from '#server/core/translations.ts';
import { decryptTaxForm } from './tax-form-details.ts';

/** The tax form that counts, as a PDF with the signature and all but the last digits of the number hidden. @throws {ServiceError} 404 */
export async function renderTaxForm(deps: Deps, personId: string, locale: Locale): Promise<Uint8Array> {
  const form = await requireRow(deps.db, 'tax_form', { person_id: personId, superseded_at: isNull });
  const t = getTranslate('payee', locale);
  const { kind, signed_name, signed_at, ip, tin_masked: tin } = form;
  const details = decryptTaxForm(deps, form);
  const { street, city, postCode, state, country } = details.address;
  const answers: readonly (readonly [Parameters<typeof t>[0], string])[] = [
    ['field_name', details.name],
    ['tax_address_legend', [street, city, state, postCode, countryName(country, locale)].filter(Boolean).join(', ')],
    ...(details.kind === 'w-8ben'
      ? ([
          ['field_citizenship', countryName(details.citizenship, locale)],
          ['field_date_of_birth', details.dateOfBirth],
        ] as const)
      : []),
    tin === null ? ['field_no_tin', ''] : [details.kind === 'w-9' ? 'field_tin_us' : 'field_tin', tin],
  ];
  const blocks = answers.flatMap(([label, text]) => [
    { kind: 'heading' as const, text: t(label) },
    { kind: 'paragraph' as const, text },
  ]);
  const signed = {
    ...{ signed_name, signed_at, ip, blocks },
    title: t(`tax_${kind}`),
    consent: t(`tax_certify_${kind}`),
  };
  return draw('agreement', { ...signed, version: null, text_sha256: null }, deps.catalog.site.name, locale);
}
