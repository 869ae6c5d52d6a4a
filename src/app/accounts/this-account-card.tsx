import { memo, useState } from 'react';
import { CredentialsList } from '#app/shell/credentials-list.tsx';
import { onDemand } from '#app/shell/on-demand.tsx';
import { formatBillingDate } from '#lib/billing-date.ts';
import { formatMoney } from '#lib/money/format.ts';
import { pathTo } from '#routes.ts';
import { platformFacts } from '#shared/catalog/platforms.ts';
import { Card } from '#ui/card.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ButtonRow, FoldRow, LinkRow } from '#ui/link-rows.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import styles from './accounts.module.css';
import { actionPath, bannerActionOf } from './action-path.ts';
import { type CardProps, type DetailsProps, useTexts } from './texts.ts';

const NicknameForm = onDemand(async () => (await import('./nickname-form.tsx')).NicknameForm);

/** The account's nickname, which the owner alone sees, and the dialog that changes it. */
function NicknameRow({ account }: CardProps) {
  const { strings } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ButtonRow label={strings.nickname} value={account.nickname ?? ''} onClick={() => setOpen(true)} />
      {isOpen && (
        <Dialog open onClose={() => setOpen(false)} title={strings.nickname_title} closeLabel={strings.close}>
          <NicknameForm
            fallback={<Skeleton shape="row" count={2} />}
            account={account}
            onSaved={() => setOpen(false)}
          />
        </Dialog>
      )}
    </>
  );
}

/** The account's actions, bill, sign-in, name, journal and purchases: rows that lead on or unfold. */
export const ThisAccountCard = memo(function ThisAccountCard(props: DetailsProps) {
  const { strings, locale } = useTexts();
  const { account, details } = props;
  const { nextBill } = details;
  return (
    <Card as="section" title={strings.this_account}>
      <ul className="plain">
        <AccountActions {...props} />
        <LinkRow
          href={pathTo('billingPending', {}, locale)}
          label={strings.next_bill}
          value={
            nextBill === null
              ? strings.next_bill_none
              : `${formatBillingDate(nextBill.at, locale, 'medium')}, ${formatMoney(nextBill.amountCents, locale)}`
          }
        />
        <FoldRow label={strings.platform_title} value={platformFacts[account.platform].name}>
          <CredentialsList account={account} strings={strings} />
          <p className={styles.missing}>
            {strings.platform_note}{' '}
            {(account.simulated || platformFacts[account.platform].hasWebTerminal) && (
              <a href={`${pathTo('webTrading', {}, locale)}?account=${account.id}`}>{strings.web_link}</a>
            )}
          </p>
        </FoldRow>
        <NicknameRow account={account} />
        <LinkRow href={pathTo('journal', {}, locale)} label={strings.journal_title} />
        {details.orders.length + details.reviews.length > 0 && (
          <FoldRow label={strings.purchases}>
            <Purchases {...props} />
          </FoldRow>
        )}
      </ul>
      <BlockedActions {...props} />
    </Card>
  );
});

function Purchases({ details }: DetailsProps) {
  const { strings, t, locale } = useTexts();
  const date = (at: number) => formatBillingDate(at, locale, 'medium');
  return (
    <DescriptionList
      ruled
      items={[
        ...details.reviews.map(({ id, requestedAt, isReady }) => ({
          term: t('review_of', { date: date(requestedAt) }),
          value: (
            <a href={pathTo('ownPerformanceReview', { reviewId: id }, locale)}>
              {isReady ? strings.review_ready : strings.review_pending}
            </a>
          ),
        })),
        ...details.orders.map((order) => ({
          term: t('order_of', { date: date(order.createdAt) }),
          value: <OrderLink order={order} />,
        })),
      ]}
    />
  );
}

function OrderLink({ order }: { readonly order: DetailsProps['details']['orders'][number] }) {
  const { locale } = useTexts();
  const { packageId, orderId, sessionId, totalCents } = order;
  const total = formatMoney(totalCents, locale);
  if (sessionId === null) return total;
  const path = pathTo('orderResult', { packageId, orderId, orderEmail: '_', status: 'success', sessionId }, locale);
  return <a href={path}>{total}</a>;
}

function AccountActions({ account, details }: DetailsProps) {
  const { strings, locale } = useTexts();
  const offered = details.actions.filter(
    ({ action, blockedReason }) => blockedReason === null && action !== bannerActionOf(account),
  );
  return offered.map(({ action }) => (
    <LinkRow key={action} href={actionPath(action, account, details, locale)} label={strings[`action_${action}`]} />
  ));
}

function BlockedActions({ details }: DetailsProps) {
  const { strings, t } = useTexts();
  const blocked = details.actions.flatMap(({ action, blockedReason }) =>
    blockedReason === null ? [] : [{ action, blockedReason }],
  );
  const isNothingOffered = blocked.length === details.actions.length;
  if (blocked.length === 0) return null;
  return (
    <details className={styles.blocked}>
      <summary>{t('actions_blocked', { count: blocked.length })}</summary>
      {isNothingOffered && <p className="muted">{strings.actions_none}</p>}
      <dl>
        {blocked.map(({ action, blockedReason }) => (
          <div key={action}>
            <dt>{strings[`action_${action}`]}</dt>
            <dd>{strings[`blocked_${blockedReason}`]}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
