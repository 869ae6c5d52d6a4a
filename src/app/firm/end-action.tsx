import { ActionForm } from '#app/office/actions/action-form.tsx';
import { endCoupon } from '#shared/catalog/contract-coupons.ts';
import { endDiscount } from '#shared/catalog/contract-discounts.ts';
import type { OfficeListName } from '#shared/firm/lists.ts';
import { endAnnouncement } from '#shared/messages/contract-announcements.ts';
import type { ListRow } from '#shared/office/define-list.ts';

type EndActionProps = { readonly list: OfficeListName; readonly row: ListRow };

/** Ends something temporary that staff started, such as a discount, early. */
export function EndAction({ list, row: { id, status } }: EndActionProps) {
  if (status !== 'running' && status !== 'planned') return null;
  if (list === 'discounts')
    return <ActionForm action="discount_end" contract={endDiscount} initial={{ discountId: id }} />;
  if (list === 'coupons') return <ActionForm action="coupon_end" contract={endCoupon} initial={{ couponId: id }} />;
  if (list === 'announcements')
    return <ActionForm action="announcement_end" contract={endAnnouncement} initial={{ announcementId: id }} />;
  return null;
}
