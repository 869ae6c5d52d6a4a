import { ActionForm } from '#app/office/actions/action-form.tsx';
import { useTexts } from '#app/office/texts.ts';
import { openView } from '#app/shell/stores/trader-view.ts';
import { isStaffRole, roles } from '#shared/core/access.ts';
import type { ListRow } from '#shared/office/define-list.ts';
import { startTraderView } from '#shared/people/contract-trader-views.ts';

/** Opens a trader's own screens, read-only; not offered for staff. */
export function ViewAsTrader({ row }: { readonly row: ListRow }) {
  const { strings } = useTexts();
  const rowRoles = String(row['roles']).split(' ');
  const isStaff = roles.some((role) => isStaffRole(role) && rowRoles.includes(role));
  if (isStaff || row['status'] !== 'verified') return null;
  return (
    <ActionForm
      onDone={() => {}}
      onResult={openView}
      contract={startTraderView}
      action="view_as"
      initial={{ personId: row.id, reason: '' }}
      fields={[{ name: 'reason', label: strings.field_reason, hint: strings.view_as_reason_hint }]}
    />
  );
}
