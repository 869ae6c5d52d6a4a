import { type ReactNode, useState } from 'react';
import { formatMoney } from '../../domain/money/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { QuoteState, Selection } from '../../stores/checkout.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Money } from '../../ui/money.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import styles from './checkout.module.css';
import type { AddOnFacts, CheckoutStrings, CheckoutTranslate, PackageFacts } from './types.ts';

type SelectionFieldsProps = {
  readonly chosen: PackageFacts;
  readonly strings: CheckoutStrings;
  readonly t: CheckoutTranslate;
  readonly locale: Locale;
  readonly addOns: readonly AddOnFacts[];
  readonly selection: Selection;
  readonly quote: QuoteState;
  readonly select: (change: Partial<Selection>) => void;
};

export function SelectionFields(props: SelectionFieldsProps) {
  const { chosen, strings, locale, addOns, selection, select } = props;
  const toggle = (id: AddOnFacts['id'], isOn: boolean) =>
    select({ addOns: isOn ? [...selection.addOns, id] : selection.addOns.filter((addOn) => addOn !== id) });
  return (
    <>
      <RadioCards
        legend={strings.platform}
        hint={strings.platform_hint}
        name="platform"
        row
        value={selection.platform}
        cards={chosen.platforms.map((platform) => ({
          value: platform,
          label: strings[`platform_${platform}`],
          detail: strings[`platform_${platform}_detail`],
        }))}
        onChange={(platform) => select({ platform: platform === 'dxfeed' ? 'dxfeed' : 'rithmic' })}
      />
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{strings.add_ons}</legend>
        {addOns.map(({ id, priceCents }) => (
          <Checkbox
            key={id}
            name={id}
            checked={selection.addOns.includes(id)}
            label={
              <span className={styles.addOn}>
                {strings[`add_on_${id}`]} <Money cents={priceCents} locale={locale} whole />
              </span>
            }
            hint={strings[`add_on_${id}_hint`]}
            onChange={(event) => toggle(id, event.target.checked)}
          />
        ))}
      </fieldset>
      <Coupon {...props} />
    </>
  );
}

function Coupon({ strings, t, selection, quote, select }: SelectionFieldsProps): ReactNode {
  const [typed, setTyped] = useState(selection.coupon);
  const outcome = quote.quote?.coupon ?? 'none';
  const isJudged = quote.status === 'ready' && outcome !== 'none' && selection.coupon === typed;
  const apply = () => select({ coupon: typed.trim() });
  return (
    <div className={styles.coupon}>
      <TextInput
        label={strings.coupon}
        name="coupon"
        autoComplete="off"
        autoCapitalize="characters"
        value={typed}
        hint={isJudged && outcome === 'applied' ? t('coupon_applied', { code: typed }) : undefined}
        error={isJudged && outcome !== 'applied' ? t(`coupon_${outcome}`, { code: typed }) : undefined}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          apply();
        }}
      />
      <Button variant="outline" onClick={apply}>
        {strings.coupon_apply}
      </Button>
    </div>
  );
}

/** The sum as the button says it. */
export function totalText(quote: QuoteState, locale: Locale): string {
  return quote.quote ? formatMoney(quote.quote.totalCents, locale) : '';
}
