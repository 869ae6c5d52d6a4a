import { memo } from 'react';
import type { Locale } from '#i18n/locales.ts';
import { formatMoney } from '#lib/money/format.ts';
import { defaultPlatform, findPlatform, type PlatformName } from '#shared/catalog/platforms.ts';
import type { ValidationErrors } from '#shared/core/envelope.ts';
import type { ProductSelection } from '#shared/orders/contract-selection.ts';
import { exchanges } from '#shared/orders/types.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Money } from '#ui/money.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import type { Checkout } from '../stores/checkout.ts';
import type { OrderQuoteState } from '../stores/checkout-state.ts';
import styles from './checkout.module.css';
import { CouponInput } from './coupon-input.tsx';
import { PromotionChoice } from './promotion-choice.tsx';
import { type AddOnDetails, type PackageDetails, useTexts } from './texts.ts';

type SelectionFieldsProps = {
  readonly chosen: PackageDetails | undefined;
  readonly platforms: readonly PlatformName[];
  readonly addOns: readonly AddOnDetails[];
  readonly professionalCents: number;
  readonly selection: ProductSelection;
  readonly quote: OrderQuoteState;
  readonly errors: ValidationErrors;
  readonly select: Checkout['select'];
  readonly coupon: Checkout['coupon'];
};

/** The options of a product: data feed, add-ons, data status, promotion and coupon. */
export const SelectionFields = memo(function SelectionFields(props: SelectionFieldsProps) {
  const { kind } = props.selection;
  const opensAccount = kind === 'evaluation' || kind === 'trial' || kind === 'thor';
  const takesCoupon = kind !== 'pending-bill' && kind !== 'pending-data-bill' && kind !== 'market-data-free';
  return (
    <>
      {opensAccount && <PlatformChoice {...props} />}
      {'professional' in props.selection && <ProfessionalChoice {...props} />}
      {'professional' in props.selection && props.selection.professional === true && <ExchangeChoice {...props} />}
      {kind === 'evaluation' && <AddOns {...props} />}
      <PromotionChoice {...props} />
      {takesCoupon && <CouponInput {...props} />}
    </>
  );
});

function PlatformChoice({ platforms, selection, select }: SelectionFieldsProps) {
  const { strings } = useTexts();
  return (
    <RadioCards
      legend={strings.platform}
      hint={selection.kind === 'thor' ? undefined : strings.platform_hint}
      name="platform"
      row
      value={'platform' in selection ? selection.platform : undefined}
      cards={platforms.map((platform) => ({
        value: platform,
        label: strings[`platform_${platform}`],
        detail: strings[`platform_${platform}_detail`],
      }))}
      onChange={(platform) => select({ platform: findPlatform(platform) ?? defaultPlatform })}
    />
  );
}

/** The exchanges' question about professional status, with its price up front. */
function ProfessionalChoice({ professionalCents, selection, errors, select }: SelectionFieldsProps) {
  const { strings, t, locale } = useTexts();
  const answer = 'professional' in selection ? selection.professional : null;
  return (
    <RadioCards
      legend={strings.professional}
      name="professional"
      value={answer === null ? '' : String(answer)}
      error={errors.professional?.[0]}
      cards={[
        { value: 'false', label: strings.professional_no, detail: strings.professional_no_detail },
        {
          value: 'true',
          label: strings.professional_yes,
          detail: t('professional_yes_detail', { price: formatMoney(professionalCents, locale, { whole: true }) }),
        },
      ]}
      onChange={(value) =>
        select(
          value === 'true' ? { professional: true, exchanges: [exchanges[0]] } : { professional: false, exchanges: [] },
        )
      }
    />
  );
}

/** A professional pays per exchange, so at least one stays selected. */
function ExchangeChoice({ selection, errors, select }: SelectionFieldsProps) {
  const { strings } = useTexts();
  const chosen = 'exchanges' in selection ? selection.exchanges : [];
  return (
    <fieldset className="stack gap-5">
      <legend className={styles.legend}>{strings.exchanges}</legend>
      <p className="muted">{strings.exchanges_hint}</p>
      {exchanges.map((exchange) => (
        <Checkbox
          key={exchange}
          name="exchanges"
          value={exchange}
          checked={chosen.includes(exchange)}
          disabled={chosen.length === 1 && chosen.includes(exchange)}
          label={exchange}
          error={exchange === exchanges[0] ? errors.exchanges?.[0] : undefined}
          onChange={(event) =>
            select({
              exchanges: exchanges.filter((each) => (each === exchange ? event.target.checked : chosen.includes(each))),
            })
          }
        />
      ))}
    </fieldset>
  );
}

function AddOns({ chosen, addOns, selection, select }: SelectionFieldsProps) {
  const { strings, locale } = useTexts();
  const offered = addOns.filter(({ id }) => chosen?.addOns.includes(id));
  if (offered.length === 0) return null;
  const toggle = (id: AddOnDetails['id'], isOn: boolean) =>
    select({ addOns: isOn ? [...selection.addOns, id] : selection.addOns.filter((addOn) => addOn !== id) });
  return (
    <fieldset className="stack gap-5">
      <legend className={styles.legend}>{strings.add_ons}</legend>
      {offered.map(({ id, priceCents }) => (
        <Checkbox
          key={id}
          name={id}
          checked={selection.addOns.includes(id)}
          label={
            <span className={`cluster between ${styles.addOn}`}>
              {strings[`add_on_${id}`]} <Money cents={priceCents} locale={locale} whole isPrice />
            </span>
          }
          hint={strings[`add_on_${id}_hint`]}
          onChange={(event) => toggle(id, event.target.checked)}
        />
      ))}
    </fieldset>
  );
}

/** The total as shown on the button. */
export function totalText(quote: OrderQuoteState, locale: Locale): string {
  return quote.quote ? formatMoney(quote.quote.totalCents, locale) : '';
}
