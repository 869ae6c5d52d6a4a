import { ActionForm } from '#app/office/actions/action-form.tsx';
import { canCall } from '#app/office/stores/office.ts';
import { useTexts } from '#app/office/texts.ts';
import { $user } from '#app/shell/stores/session.ts';
import type { OfficeListName } from '#shared/firm/lists.ts';
import type { ListRow } from '#shared/office/define-list.ts';
import * as calls from '#shared/people/contract-staff.ts';

type StaffActionsProps = { readonly list: OfficeListName; readonly row: ListRow };

export function StaffActions({ list, row }: StaffActionsProps) {
  if (list === 'people' && row['status'] !== 'deleted' && row.id !== $user.get()?.id)
    return <PersonActions row={row} />;
  if (list === 'staff' && row['status'] === 'open') return <RequestActions row={row} />;
  return null;
}

type RowActionsProps = Omit<StaffActionsProps, 'list'>;

function PersonActions({ row }: RowActionsProps) {
  const { strings } = useTexts();
  const personId = row.id;
  const held = calls.staffRoleNames.filter((role) => String(row['roles']).split(' ').includes(role));
  const others = calls.staffRoleNames.filter((role) => !held.includes(role));
  const roleOf = (values: readonly string[]) => [{ name: 'role', label: strings.column_role, values }];
  const mayAppoint = canCall(calls.appointStaff);
  return (
    <>
      {mayAppoint && others.length > 0 && (
        <ActionForm
          contract={calls.appointStaff}
          label={strings.staff_give}
          text={strings.staff_appoint_text}
          initial={{ email: String(row['email']), role: '' as never }}
          fields={roleOf(others)}
        />
      )}
      {mayAppoint && held.length > 0 && (
        <>
          <ActionForm
            contract={calls.removeStaffRole}
            action="staff_remove"
            initial={{ personId, role: '' as never }}
            fields={roleOf(held)}
          />
          <ActionForm
            contract={calls.correctStaffAddress}
            action="staff_address"
            initial={{ personId, email: '' }}
            fields={[{ name: 'email', label: strings.column_address, line: 'text' }]}
          />
        </>
      )}
      {mayAppoint && held.length > 0 && row['status'] !== 'suspended' && (
        <ActionForm contract={calls.suspendStaff} action="staff_suspend" initial={{ personId }} />
      )}
      {mayAppoint && row['status'] === 'suspended' && (
        <ActionForm contract={calls.restoreStaff} action="staff_restore" initial={{ personId }} />
      )}
      {(mayAppoint || held.length === 0) && (
        <ActionForm contract={calls.endPersonSessions} action="staff_end_sessions" initial={{ personId }} />
      )}
    </>
  );
}

/** Neither the requester nor the person it concerns may decide. */
function RequestActions({ row }: RowActionsProps) {
  const { strings } = useTexts();
  const user = $user.get();
  const isInvolved = [row['requestedBy'], row['email']].includes(user?.email ?? '');
  if (isInvolved || !canCall(calls.decideStaffRequest)) return <p>{strings.risk_second}</p>;
  const decide = (decision: 'confirm' | 'decline') => ({
    contract: calls.decideStaffRequest,
    initial: { requestId: row.id, decision },
  });
  return (
    <>
      <ActionForm {...decide('confirm')} isNext action="staff_confirm" />
      <ActionForm {...decide('decline')} action="staff_decline" />
    </>
  );
}
