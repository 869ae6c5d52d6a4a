import { useState } from 'react';
import { copyText } from '#app/shell/stores/copy-text.ts';
import { useForm } from '#app/shell/use-form.ts';
import { formatShare } from '#i18n/format.ts';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { TextInput } from '#ui/text-input.tsx';
import styles from './affiliate.module.css';
import { dateTextOf } from './date-text.ts';
import { type Affiliate, type AffiliateData, createCouponForm } from './stores/affiliate.ts';
import { useTexts } from './texts.ts';

type CouponPanelProps = { readonly affiliate: Affiliate; readonly terms: AffiliateData['terms'] };

export function CouponPanel({ affiliate, terms }: CouponPanelProps) {
  const { strings, t, locale } = useTexts();
  const { coupon, couponChangeableAt } = affiliate;
  const discount = formatShare(terms.couponBps, locale);
  return (
    <>
      <p className="muted">{t('coupon_text', { discount })}</p>
      {coupon !== null && (
        <p className={styles.coupon}>
          <code>{coupon}</code>
          <Button label={strings.copy_coupon} variant="outline" size="small" onClick={() => void copyText(coupon)} />
        </p>
      )}
      {couponChangeableAt === null ? (
        <CouponForm key={coupon} days={terms.couponDays} />
      ) : (
        <p className={styles.note}>{t('coupon_later', { date: dateTextOf(couponChangeableAt, locale) })}</p>
      )}
    </>
  );
}

function CouponForm({ days }: { readonly days: number }) {
  const { strings, t } = useTexts();
  const [form] = useState(() => createCouponForm(''));
  const { busy, field } = useForm(form);
  return (
    <Form className={`stack ${styles.form}`} onSubmit={form.submit}>
      <TextInput
        label={strings.coupon_new}
        hint={t('coupon_hint', { days })}
        {...field('coupon')}
        maxLength={16}
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Button label={strings.coupon_save} type="submit" variant="outline" size="small" busy={busy} />
    </Form>
  );
}
