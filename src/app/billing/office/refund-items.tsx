import styles from '#app/office/record.module.css';
import { textOf, useTexts } from '#app/office/texts.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { previewRefund } from '#shared/firm/contract-corrections.ts';
import type { RefundItem } from '#shared/orders/refund-plan.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { FieldError } from '#ui/field.tsx';
import { Money } from '#ui/money.tsx';

type RefundItemsProps = {
  readonly plan: DataOf<typeof previewRefund>;
  /** The order's product. */
  readonly name: string;
  readonly chosen: readonly RefundItem[];
  readonly refundCents: number;
  readonly error: string | undefined;
  readonly onToggle: (item: RefundItem) => void;
  readonly keptCents: number;
  readonly onKeep: (keptCents: number) => void;
};

/** The refundable items of an order, earlier refunds, and how the money goes back. */
export function RefundItems(props: RefundItemsProps) {
  const { plan, name, chosen, refundCents, error, onToggle, keptCents, onKeep } = props;
  const { strings, t, locale } = useTexts();
  const { items, totalCents, returnedCents, provider } = plan;
  const money = (cents: number) => <Money cents={cents} locale={locale} />;
  const nameOf = (item: RefundItem) => (item === 'package' ? name : textOf(strings, 'line', item));
  const isFullRefund = chosen.includes('package');
  return (
    <div className={styles.plan}>
      {items.length > 1 && (
        <fieldset className={`stack gap-2 ${styles.refundItems}`}>
          <legend>{strings.refund_items}</legend>
          {items.map(({ item, amountCents }) => (
            <Checkbox
              key={item}
              label={
                <span className={`cluster between ${styles.refundItem}`}>
                  {nameOf(item)} {money(amountCents)}
                </span>
              }
              hint={item === 'package' ? strings.refund_package_hint : undefined}
              checked={isFullRefund || chosen.includes(item)}
              disabled={isFullRefund && item !== 'package'}
              onChange={() => onToggle(item)}
            />
          ))}
          <FieldError id="refund-items-error" error={error} />
        </fieldset>
      )}
      {plan.keptCents > 0 && (
        <Checkbox
          label={
            <span className={`cluster between ${styles.refundItem}`}>
              {strings.refund_kept} {money(plan.keptCents)}
            </span>
          }
          hint={strings.refund_kept_hint}
          checked={keptCents > 0}
          disabled={!isFullRefund}
          onChange={() => onKeep(keptCents > 0 ? 0 : plan.keptCents)}
        />
      )}
      <DescriptionList
        items={[
          ...(items.length === 1
            ? items.map(({ item, amountCents }) => ({ term: nameOf(item), value: money(amountCents) }))
            : []),
          { term: strings.refund_total, value: money(refundCents), total: true },
          ...(returnedCents > 0
            ? [
                { term: strings.refund_returned, value: money(returnedCents) },
                { term: strings.refund_paid, value: money(totalCents) },
              ]
            : []),
        ]}
      />
      <p className="muted">
        {provider === null
          ? strings.refund_way_none
          : t('refund_way', { provider: textOf(strings, 'value', provider) })}
      </p>
    </div>
  );
}
