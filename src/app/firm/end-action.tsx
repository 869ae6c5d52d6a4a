import { ActionForm } from '#app/office/actions/action-form.tsx';
import { useTexts } from '#app/office/texts.ts';
import { endCoupon } from '#shared/catalog/contract-coupons.ts';
import { endDiscount } from '#shared/catalog/contract-discounts.ts';
import type { OfficeListName } from '#shared/firm/lists.ts';
import { endAnnouncement } from '#shared/messages/contract-announcements.ts';
import type { ListRow } from '#shared/office/define-list.ts';

type EndActionProps = { readonly list: OfficeListName; readonly row: ListRow; readonly onDone: () => void };

/** Ends something temporary that staff started, such as a discount, early. */
export function EndAction({ list, row: { id, status }, onDone }: EndActionProps) {
  const { strings } = useTexts();
  if (status !== 'running' && status !== 'planned') return null;
  const common = { onDone };
  if (list === 'discounts') {
    const texts = { label: strings.discount_end, text: strings.discount_end_text };
    return <ActionForm {...common} {...texts} contract={endDiscount} initial={{ discountId: id }} />;
  }
  if (list === 'coupons') {
    const texts = { label: strings.coupon_end, text: strings.coupon_end_text };
    return <ActionForm {...common} {...texts} contract={endCoupon} initial={{ couponId: id }} />;
  }
  if (list === 'announcements') {
    const texts = { label: strings.announcement_end, text: strings.announcement_end_text };
    return <ActionForm {...common} {...texts} contract={endAnnouncement} initial={{ announcementId: id }} />;
  }
  return null;
}
