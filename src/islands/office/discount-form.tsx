import { createDiscount } from '../../contract/discounts.ts';
import { programmes } from '../../contract/office/row-fields.ts';
import { ActionForm } from './action-form.tsx';
import styles from './record.module.css';
import { useTexts } from './texts.ts';

/** Starts a discount. Prices and other coupons stay in the content, as the empty list says. */
export function DiscountForm({ onDone }: { readonly onDone: () => void }) {
  const { strings } = useTexts();
  const initial = { code: '', percent: '', programme: 'all' as const, to: '', titleEn: '', titleFr: '', titlePt: '' };
  return (
    <div className={styles.actions}>
      <ActionForm
        onDone={onDone}
        contract={createDiscount}
        label={strings.discount_start}
        text={strings.discount_start_text}
        initial={initial}
        fields={[
          { name: 'code', label: strings.column_code, line: 'text' },
          { name: 'percent', label: strings.column_percent, line: 'number' },
          { name: 'programme', label: strings.column_programme, values: ['all', ...programmes] },
          { name: 'to', label: strings.discount_last_day, line: 'date' },
          { name: 'titleEn', label: strings.discount_title_en, line: 'text' },
          { name: 'titleFr', label: strings.discount_title_fr, line: 'text' },
          { name: 'titlePt', label: strings.discount_title_pt, line: 'text' },
        ]}
      />
    </div>
  );
}
