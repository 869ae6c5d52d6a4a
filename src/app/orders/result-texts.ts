import { formatBillingDate } from '#lib/billing-date.ts';
import { showEmail } from '#lib/show-email.ts';
import type { Order } from './stores/orders.ts';
import type { OrderTexts } from './texts.ts';

const accountKinds: ReadonlySet<Order['kind']> = new Set(['evaluation', 'trial', 'funded-activation']);

/** What the result page says of an order first. */
export function textsOf(
  order: Order,
  isSignedIn: boolean,
  { strings, t, locale }: OrderTexts,
): { title: string; text: string } {
  const { kind, status, email, passwordWanted } = order;
  if (order.refundComing) return { title: strings.refunded_title, text: strings.refund_coming };
  if (order.replacedByPath !== null) return { title: strings.replaced_title, text: strings.replaced_text };
  switch (status) {
    case 'draft':
    case 'awaiting-payment':
      return { title: strings.awaiting_title, text: strings.awaiting_text };
    case 'paid': {
      if (order.isDeferred && order.beginsAt !== null) {
        const text = passwordWanted ? t('deferred_text_guest', { email: showEmail(email) }) : strings.deferred_text;
        return { title: t('deferred_title', { date: formatBillingDate(order.beginsAt, locale) }), text };
      }
      const title = accountKinds.has(kind) ? strings.paid_title : strings.paid_title_any;
      return { title, text: strings.paid_text };
    }
    case 'fulfilled': {
      const title = kind === 'evaluation' || kind === 'trial' ? strings.fulfilled_title : strings[`done_${kind}_title`];
      if (passwordWanted) return { title, text: t('fulfilled_text_guest', { email: showEmail(email) }) };
      if (kind === 'thor') return { title, text: isSignedIn ? strings.thor_text_member : strings.thor_text };
      if (kind === 'performance-review') return { title, text: strings['done_performance-review_text'] };
      return { title, text: accountKinds.has(kind) ? strings.fulfilled_text_member : strings.done_text };
    }
    case 'processing':
    case 'failed':
    case 'canceled':
    case 'expired':
    case 'refunded':
      return { title: strings[`${status}_title`], text: strings[`${status}_text`] };
  }
}
