import { isStaffRole, roles } from '../../contract/access.ts';
import type { ListRow } from '../../contract/office/define-list.ts';
import { startTraderView } from '../../contract/trader-views.ts';
import { canCall } from '../../stores/office.ts';
import { openView } from '../../stores/trader-view.ts';
import { ActionForm } from './action-form.tsx';
import { useTexts } from './texts.ts';

/** Opens a trader's own screens, read-only; not offered for staff. */
export function ViewAsTrader({ row }: { readonly row: ListRow }) {
  const { strings } = useTexts();
  const rowRoles = String(row['roles']).split(' ');
  const isStaff = roles.some((role) => isStaffRole(role) && rowRoles.includes(role));
  if (isStaff || row['status'] !== 'verified' || !canCall(startTraderView)) return null;
  return (
    <ActionForm
      onDone={() => {}}
      onResult={openView}
      contract={startTraderView}
      label={strings.view_as}
      text={strings.view_as_text}
      initial={{ personId: row.id, reason: '' }}
      fields={[{ name: 'reason', label: strings.field_reason, hint: strings.view_as_reason_hint }]}
    />
  );
}
