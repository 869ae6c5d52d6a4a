import { useStore } from '@nanostores/react';
import type { FormEvent } from 'react';
import { formatMoment } from '#lib/format-date-time.ts';
import { formatFigure } from '#lib/money/format.ts';
import { readCents } from '#lib/money/read.ts';
import { pathTo } from '#routes.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import styles from './affiliate.module.css';
import { dateTextOf } from './date-text.ts';
import {
  $affiliateDestinations,
  $affiliatePayoutForm,
  type AffiliatePayouts,
  quoteForm,
  setPayoutAmount,
  setPayoutDestination,
  submitAffiliatePayout,
} from './stores/payouts.ts';
import { useTexts } from './texts.ts';

export function PayoutForm({ payouts }: { readonly payouts: AffiliatePayouts }) {
  const { strings, t, locale } = useTexts();
  const destinations = useStore($affiliateDestinations);
  const form = useStore($affiliatePayoutForm);
  const quote = quoteForm(payouts, form);
  const isReady = quote !== null && quote.problem === null && payouts.requirements.length === 0;
  const isUnreadable = form.amount !== '' && readCents(form.amount, locale) === null;
  const example = formatFigure(125_000, locale);
  const verification = pathTo('payoutVerification', {}, locale);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (quote !== null && payouts.requirements.length === 0) void submitAffiliatePayout(quote);
  };
  return (
    <form className={`stack ${styles.form}`} onSubmit={submit} noValidate>
      <Missing requirements={payouts.requirements} />
      <TextInput
        label={strings.payout_amount}
        hint={t('payout_amount_hint', { available: formatFigure(payouts.facts.availableCents, locale) })}
        name="amount"
        inputMode="decimal"
        value={form.amount}
        error={form.error ?? (isUnreadable ? t('payout_amount_unreadable', { example }) : undefined)}
        onChange={(event) => setPayoutAmount(event.target.value)}
      />
      {destinations.length > 0 && (
        <Select
          label={strings.payout_destination}
          hint={<a href={verification}>{strings.payout_manage}</a>}
          value={form.destinationId}
          onChange={(event) => void setPayoutDestination(event.target.value)}
          options={destinations.map(({ id, method, masked, usableAt }) => {
            const name = `${strings[`payout_method_${method}`]} ${masked}`;
            const moment = formatMoment(usableAt, locale);
            return {
              value: id,
              label: usableAt <= Date.now() ? name : t('payout_destination_later', { name, moment }),
            };
          })}
        />
      )}
      {isReady && (
        <p className={styles.note}>
          {t('payout_net', {
            net: formatFigure(quote.netCents, locale),
            date: dateTextOf(payouts.decisionDueAt, locale),
          })}
        </p>
      )}
      <Button
        label={strings.payout_request}
        type="submit"
        size="small"
        busy={form.busy}
        disabled={quote === null || payouts.requirements.length > 0}
      />
    </form>
  );
}

function Missing({ requirements }: { readonly requirements: AffiliatePayouts['requirements'] }) {
  const { strings, t, locale } = useTexts();
  if (requirements.length === 0) return null;
  return (
    <Alert
      kind="warning"
      title={strings.payout_missing}
      actions={
        <Button
          label={strings.payout_verification}
          href={pathTo('payoutVerification', {}, locale)}
          variant="outline"
          size="small"
        />
      }
    >
      <ul>
        {requirements.map((requirement) => (
          <li key={requirement.name}>
            {requirement.name === 'destination-age'
              ? t('payout_requirement_destination-age', { moment: formatMoment(requirement.usableAt, locale) })
              : requirement.name !== 'agreement' && strings[`payout_requirement_${requirement.name}`]}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
